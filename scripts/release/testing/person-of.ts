import type { RunningProduct } from '../../../site/testing/index.ts'

/** A user of a running product, with their cookie. */
export type Person = {
  email: string
  /** Sends a request as the site's own pages do and returns the response. Throws the site's error message if it fails. */
  send: (path: string, body: object, method?: string) => Promise<Record<string, unknown>>
  /** A page as this person sees it. */
  read: (path: string) => Promise<string>
}

/** Signs a user in by magic link. */
export const personOf = async (
  product: Pick<RunningProduct, 'origin' | 'newSession'>,
  email: string,
): Promise<Person> => {
  const { token } = await product.newSession(email)
  const cookie = `corroborate_session=${token}.`
  return {
    email,
    send: async (path, body, method = 'POST') => {
      const headers = {
        cookie,
        accept: 'application/json',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      }
      const answer = await fetch(product.origin + path, { method, headers, body: JSON.stringify(body) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text || '{}')
    },
    read: async path => (await fetch(product.origin + path, { headers: { cookie } })).text(),
  }
}
