import type { MountOptions, WidgetOptions } from '@corroborate/widget'
import type { ProjectSettings } from '@corroborate/widget/client'
import { sessionMinutes } from '../session-minutes.ts'
import type { MailWay } from './stored-session.ts'

const textOf = (error: unknown, name: 'error_type' | 'error_message' | 'message'): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : ''
  return typeof value === 'string' ? value : ''
}

/** The provider wants a new password before anything else (SPEC §8, "Login"). */
export const isResetDemand = (error: unknown): boolean =>
  textOf(error, 'error_type') === 'reset_password' ||
  /\bmust\b.*\breset\b/i.test(textOf(error, 'error_message') || textOf(error, 'message'))

/** Password errors are user errors. All others may be ours. */
export const isWorthLogging = (error: unknown): boolean =>
  !isResetDemand(error) && !/password|unauthorized_credentials/.test(textOf(error, 'error_type'))

/** The page is the frame: the widget has none of its own in it, in light or dark. */
const noFrame = { backgroundColor: 'transparent', borderColor: 'transparent' }

/** Appearance of the widget on this site, with the CSP nonce of its style element. */
export const widgetLook = (): Pick<MountOptions, 'nonce' | 'styles' | 'presentation'> => ({
  nonce: document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '',
  styles: {
    container: { ...noFrame, width: '100%' },
    fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
  },
  presentation: { darkStyles: { container: noFrame } },
})

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
