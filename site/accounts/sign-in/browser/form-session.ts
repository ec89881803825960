import { cookieNames } from '@corroborate/wire/storage'

/**
 * Whether the form has a session in this browser. Where the site has none beside it, the session may lack the second factor:
 * its owner left between the two.
 */
export const hasFormSession = (): boolean => document.cookie.includes(`${cookieNames.sessionToken}=`)
