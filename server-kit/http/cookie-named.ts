/**
 * Returns the value of a cookie that only we set from a `Cookie` header as read by Node: one character per byte (RFC 6265, section 5.4).
 * Names are compared byte for byte and only space and tab are trimmed, so that a sibling host cannot imitate ours with other whitespace.
 * Undefined if the cookie is duplicated, since one of them was injected and they are indistinguishable.
 */
export const cookieNamed = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined || !header.includes(name)) return undefined
  const values: string[] = []
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && stripped(pair.slice(0, equals)) === name) values.push(stripped(pair.slice(equals + 1)))
  }
  return values.length === 1 ? values[0] : undefined
}

/** Without the spaces and tabs around it. */
const stripped = (text: string): string => {
  let start = 0
  let end = text.length
  while (isBlank(text, start)) start += 1
  while (isBlank(text, end - 1)) end -= 1
  return text.slice(start, end)
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t'
