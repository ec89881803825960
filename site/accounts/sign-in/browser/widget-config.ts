import type { WidgetOptions } from '@corroborate/widget'
import type { ProjectSettings } from '@corroborate/widget/client'
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
 * Whether Google is offered: where the project has it set up, and the reader comes back to where they began. The key to what
 * Google says is in the storage of this very page's origin, and is made on pages that browsers trust alone.
 */
export const offersGoogle = (
  { oauthProviders }: Pick<ProjectSettings, 'oauthProviders'>,
  page: { origin: string; isSecureContext: boolean },
  url: string,
): boolean => oauthProviders.includes('google') && page.isSecureContext && new URL(url).origin === page.origin

/**
 * What the widget offers on this site: a passkey where there may be one, Google where it is set up, a password, and a mail
 * with either a link or a code, as the reader prefers. It takes one of the two at a time.
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
