import type { WidgetOptions } from '@corroborate/widget'
import { sessionMinutes } from '../session-minutes.ts'
import type { MailWay } from './stored-session.ts'

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * Where mailed links lead (SPEC §2): on this machine to the site as it is configured, whichever of the machine's names the
 * page was opened by; elsewhere to the page's own origin.
 */
export const authenticateUrl = (page: { hostname: string; origin: string }, configured: string): string =>
  `${isLoopback(page.hostname) ? configured : page.origin}/authenticate`

/**
 * What the widget offers on this site: a passkey where there may be one, a password, and a mail with either a link or a code, as the reader prefers. It takes
 * one of the two at a time.
 */
export const widgetConfig = (way: MailWay, url: string): NonNullable<WidgetOptions['config']> => ({
  products: ['passkeys', way === 'code' ? 'otp' : 'emailMagicLinks', 'passwords'],
  ...(way === 'code'
    ? { otpOptions: { methods: ['email'] } }
    : { emailMagicLinksOptions: { loginRedirectURL: url, signupRedirectURL: url } }),
  passwordOptions: { loginRedirectURL: url, resetPasswordRedirectURL: url },
  sessionOptions: { sessionDurationMinutes: sessionMinutes },
})
