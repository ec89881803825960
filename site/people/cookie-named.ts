import type { Context } from 'hono'

/**
 * The value of a cookie that only we set. Undefined also when the request has two of the name: one of them was put there by
 * somebody else, and nothing says which.
 */
export const cookieNamed = (c: Context, name: string): string | undefined => {
  const header = c.req.header('Cookie')
  if (header === undefined || !header.includes(name)) return undefined
  const values: string[] = []
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim())
  }
  return values.length === 1 ? values[0] : undefined
}
