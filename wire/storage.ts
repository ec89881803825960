/** Cookies the client writes after sign-in; a page may choose other names. The server reads the same names. */
export const cookieNames = {
  sessionToken: 'stytch_session',
  sessionJwt: 'stytch_session_jwt',
  /** Never set for a consumer project, always removed at sign-in. */
  intermediateSessionToken: 'stytch_intermediate_session_token',
} as const

/** HttpOnly cookies of the server. Their prefix keeps other hosts of the domain from setting them. They win over `cookieNames`. */
export const hostCookieNames = {
  sessionToken: '__Host-stytch_session',
  sessionJwt: '__Host-stytch_session_jwt',
} as const

/** The flows that keep a code verifier of their own. */
export type PkceFlow = 'magic_links' | 'passwords' | 'oauth'

/** localStorage keys of the client, one set for each public token. */
export const storageKeys = {
  state: (publicToken: string) => `stytch_sdk_state_${publicToken}`,
  bootstrap: (publicToken: string) => `stytch_sdk_state_${publicToken}::bootstrap`,
  pkce: (publicToken: string, flow: PkceFlow) => `stytch_sdk_state_${publicToken}::PKCE_VERIFIER:${flow}`,
} as const

/** localStorage keys of the paper site. */
export const siteStorageKeys = {
  sessionToken: 'stytch_session_token',
  userId: 'stytch_user_id',
  redirectUrl: 'stytch_redirect_url',
} as const

/** Value stored under `storageKeys.pkce`. */
export type PkcePair = { code_challenge: string; code_verifier: string }
