/** Query parameters of a mailed link's or OAuth flow's return to the application. */
export const callbackParams = { type: 'stytch_token_type', token: 'token' } as const

export const callbackTypes = ['magic_links', 'reset_password', 'login', 'oauth'] as const
export type CallbackType = (typeof callbackTypes)[number]
export type Landing = { type: CallbackType; token: string }

/** The application's URL with the token appended; its own query stays as it was spelt, its fragment stays last. */
export const withCallbackParams = (url: string, { type, token }: Landing): string => {
  const hash = url.indexOf('#')
  const base = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const separator = /^[^?]*$/.test(base) ? '?' : /^[^?]*\?$|&$/.test(base) ? '' : '&'
  const query = `${callbackParams.type}=${type}&${callbackParams.token}=${encodeURIComponent(token)}`
  return `${base}${separator}${query}${fragment}`
}

/** The token a page was opened with, or null. A parameter given twice is not trusted. */
export const readLanding = (query: URLSearchParams): Landing | null => {
  const types = query.getAll(callbackParams.type)
  const tokens = query.getAll(callbackParams.token)
  const type = callbackTypes.find(known => known === types[0])
  const token = tokens[0]
  if (types.length !== 1 || tokens.length !== 1 || type === undefined || !token) return null
  return { type, token }
}

/** The same URL without the token, for the address bar. */
export const withoutCallbackParams = (url: string): string => {
  const clean = new URL(url)
  const kept = clean.search
    .slice(1)
    .split('&')
    .filter(pair => pair !== '' && !Object.values<string>(callbackParams).includes(pair.split('=', 1)[0] ?? ''))
  clean.search = kept.join('&')
  return clean.href
}

/**
 * The text whose base64url SHA-256 is the `link_id` of a mailed link. The requesting browser receives it to recognize the link when it is
 * opened; the token cannot be computed from it.
 */
export const linkIdText = (token: string): string => `link:${token}`
