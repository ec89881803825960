import type { RunningProduct } from '../../../site/testing/index.ts'

/** Somebody with an account at a running product, and a browser's cookie. */
export type Person = {
  email: string
  /** Sends a call as the site's own pages do, and gives its answer; throws what the site says when it refuses. */
  send: (path: string, body: object, method?: string) => Promise<Record<string, unknown>>
  /** A page as this person sees it. */
  read: (path: string) => Promise<string>
}

/** Signs somebody in by a mailed link. */
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
