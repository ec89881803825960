import { createHash, randomBytes } from 'node:crypto'

/** 400 days, the longest that browsers keep a cookie, in seconds. */
export const visitorCookieAge = 400 * 24 * 60 * 60

/** `__Host-` binds the cookie to this very host over TLS, so that a sibling subdomain cannot toss one of its own. */
export const visitorCookieName = (secure: boolean): string => (secure ? '__Host-visitor' : 'visitor')

const visitorIdForm = /^[A-Za-z0-9_-]{22}$/

/** A new visitor id: 128 random bits in base64url, 22 characters. */
export const newVisitorId = (): string => randomBytes(16).toString('base64url')

export const isVisitorId = (value: string | undefined): value is string =>
  value !== undefined && visitorIdForm.test(value)

/** Storage key of a visitor's data. Hashed, so that a leaked database does not allow impersonating visitors. */
export const visitorKey = (visitorId: string): string =>
  `visitor:${createHash('sha256').update(visitorId).digest('base64url')}`
