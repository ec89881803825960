/**
 * The value of a cookie that only we set, out of a `Cookie` header as Node reads it: a character for each byte (RFC 6265,
 * section 5.4). Names are compared byte for byte; around names and values only space and tab are no part of them, so that
 * a name with another blank in it, which a sibling host may set, is not taken for ours.
 *
 * Undefined also when the request has two of the name: one of them was put there by somebody else, and nothing says which.
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
