import { readLanding } from '@corroborate/wire/landing'
import type { MailedLink } from '../pages/index.ts'
import { onlyOne } from './request.ts'

/** Parsed query of `GET /authenticate`. */
export type AuthenticateQuery =
  /** A magic link. */
  | { kind: 'link'; type: MailedLink['type']; token: string }
  /** Return from a social provider with a token for the page's script. */
  | { kind: 'social'; token: string }
  /** An emailed link for another purpose. */
  | { kind: 'unknown' }
  /** Return from a social provider without a token. `error` is an error type of the contract. */
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
