import { cookieNames } from '@corroborate/wire/storage'

/**
 * True if the widget has a session in this browser. If the site has none, it may lack the second factor because the user left in between.
 */
export const hasFormSession = (): boolean => document.cookie.includes(`${cookieNames.sessionToken}=`)
