import { readLanding } from '@corroborate/wire/landing'
import type { MailedLink } from '../pages/index.ts'
import { onlyOne } from './request.ts'

/** What somebody brings to `GET /authenticate`. */
export type AuthenticateQuery =
  /** A mailed link that signs in. */
  | { kind: 'link'; type: MailedLink['type']; token: string }
  /** They come back from an account elsewhere, with a token that the page's script spends. */
  | { kind: 'social'; token: string }
  /** A mailed link that is for something else. */
  | { kind: 'unknown' }
  /** They come back from an account elsewhere without a token. `error` is a type of the wire's errors. */
  | { kind: 'refused'; error: string }
  | { kind: 'session'; token: string }
  | { kind: 'nothing' }

export const readAuthenticateQuery = (query: URLSearchParams): AuthenticateQuery => {
  const landing = readLanding(query)
  if (landing !== null) {
    const { type, token } = landing
    if (type === 'oauth') return { kind: 'social', token }
    return type === 'reset_password' ? { kind: 'unknown' } : { kind: 'link', type, token }
  }
  if (query.has('session_token')) return { kind: 'session', token: onlyOne(query, 'session_token') ?? '' }
  return query.has('error') ? { kind: 'refused', error: onlyOne(query, 'error') ?? '' } : { kind: 'nothing' }
}
