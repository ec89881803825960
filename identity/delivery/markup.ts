/** HTML that is safe to send: made by `markup` only, so nothing gets in unescaped. */
export type Markup = { readonly html: string }

type Value = string | number | Markup | null | readonly Markup[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? character)

const toHtml = (value: Value): string => {
  if (value === null) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map(part => part.html).join('')
}

/** Writes HTML as a template literal. Texts are escaped, for elements and for quoted attributes; null leaves nothing. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  html: strings.reduce((html, string, index) => html + toHtml(values[index - 1] ?? null) + string),
})
