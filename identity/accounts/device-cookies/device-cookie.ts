import { hash } from 'node:crypto'
import { cookieNamed } from '@corroborate/server-kit/http'

/** Format of our secrets. Other values are not looked up. */
const secretForm = /^[\w-]{43}$/

/** A kind of cookie by which the browser of a user is known again. */
export type DeviceCookie = {
  /** The secret of this user among the cookies of a request, or null. `secure`: the provider is reached by https. */
  secretIn: (header: string | undefined, userId: string, secure: boolean) => string | null
  /** The `Set-Cookie` header that gives a browser its secret. */
  headerFor: (userId: string, secret: string, secure: boolean) => string
}

/**
 * Creates a type of device cookie. It is HttpOnly. Over TLS it is sent from pages of any site that signs users in here, but partitioned by
 * site (CHIPS); over plain HTTP browsers allow neither.
 * @param name name of the type; each user has a separate cookie, so that two people sharing a browser don't overwrite each other's
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
