import { hash } from 'node:crypto'
import { cookieNamed } from '@corroborate/server-kit/http'

/** What our secrets look like: anything else is not looked for. */
const secretForm = /^[\w-]{43}$/

/** A kind of cookie by which the browser of a user is known again. */
export type DeviceCookie = {
  /** The secret of this user among the cookies of a request, or null. `secure`: the provider is reached by https. */
  secretIn: (header: string | undefined, userId: string, secure: boolean) => string | null
  /** The `Set-Cookie` header that gives a browser its secret. */
  headerFor: (userId: string, secret: string, secure: boolean) => string
}

/**
 * Makes a kind of cookie. No script reads it. Over TLS a page of any site may sign its people in here, so it is sent from their
 * pages too, but kept apart for each (CHIPS); over plain http browsers allow neither.
 * @param name of the kind; each user has a cookie of their own, so that two people who share a browser do not push each other out
 * @param lifetime in ms
 */
export const createDeviceCookie = (name: string, lifetime: number): DeviceCookie => {
  const nameFor = (userId: string, secure: boolean): string =>
    `${secure ? '__Host-' : ''}${name}-${hash('sha256', userId, 'base64url').slice(0, 16)}`
  return {
    secretIn: (header, userId, secure) => {
      const secret = cookieNamed(header, nameFor(userId, secure)) ?? ''
      return secretForm.test(secret) ? secret : null
    },
    headerFor: (userId, secret, secure) => {
      const sites = secure ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax'
      return `${nameFor(userId, secure)}=${secret}; Path=/; Max-Age=${lifetime / 1_000}; HttpOnly; ${sites}`
    },
  }
}
