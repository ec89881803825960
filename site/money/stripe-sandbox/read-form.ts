/** The nested fields of a form as Stripe's API takes them: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export const readNested = (text: string): Record<string, unknown> => {
  const all: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter(part => part !== '')
    let at = all
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      at = at[part] = typeof next === 'object' && next !== null ? (next as typeof all) : Object.create(null)
    }
    at[path.at(-1) ?? ''] = value
  }
  return all
}
