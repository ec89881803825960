import type { WidgetOptions } from '@corroborate/widget'
import type { ProjectSettings } from '@corroborate/widget/client'
import { sessionMinutes } from '../session-minutes.ts'
import type { MailWay } from './stored-session.ts'

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * Returns the redirect URL of magic links (SPEC §2): on localhost the site's configured origin, regardless of the hostname used; otherwise
 * the page's own origin.
 */
export const authenticateUrl = (page: { hostname: string; origin: string }, configured: string): string =>
  `${isLoopback(page.hostname) ? configured : page.origin}/authenticate`

/**
 * True if Google is offered: the project has it configured, and the reader returns to the same origin, whose storage contains the verifier.
 * Only secure contexts can create one.
 */
export const offersGoogle = (
  { oauthProviders }: Pick<ProjectSettings, 'oauthProviders'>,
  page: { origin: string; isSecureContext: boolean },
  url: string,
): boolean => oauthProviders.includes('google') && page.isSecureContext && new URL(url).origin === page.origin

/**
 * Widget configuration of this site: passkeys where supported, Google if configured, passwords, and email with either a magic link or an
 * OTP, as the reader prefers. The widget supports one of the two at a time.
 */
export const widgetConfig = (
  way: MailWay,
  url: string,
  { google = false }: { google?: boolean } = {},
): NonNullable<WidgetOptions['config']> => ({
  products: [
    'passkeys',
    ...(google ? (['oauth'] as const) : []),
    way === 'code' ? 'otp' : 'emailMagicLinks',
    'passwords',
  ],
  ...(google && { oauthOptions: { providers: [{ type: 'google' }], loginRedirectURL: url, signupRedirectURL: url } }),
  ...(way === 'code'
    ? { otpOptions: { methods: ['email'] } }
    : { emailMagicLinksOptions: { loginRedirectURL: url, signupRedirectURL: url } }),
  passwordOptions: { loginRedirectURL: url, resetPasswordRedirectURL: url },
  sessionOptions: { sessionDurationMinutes: sessionMinutes },
})
