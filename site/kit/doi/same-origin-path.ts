/** Nothing that browsers drop or turn into a slash on the way from text to address. */
const plain = /^[^\s\p{Cc}\\]+$/u

/** Default maximum length. */
const longest = 2_000

/** Pages that are never return targets: they perform an action or only redirect. */
const passages = /^\/(?:authenticate|logout|login|reset-password)(?:[/?#]|$)/i

/** Query parameters that make a page of ours do something on arrival: hand over a session, spend a token, forget. */
export const actingParams = [
  'session_token',
  'user_id',
  'auth_success',
  'clear_session',
  'reset_password_token',
  'action',
  'stytch_token_type',
  'token',
] as const

/**
 * Returns the path, query and fragment of a same-site URL, or null. Text that leads elsewhere in some browser (`//host`, `/\host`, a tab
 * between the slashes, another scheme or origin) is rejected, not repaired; so are pages with an action on GET, since the redirect would
 * count as coming from our own page.
 */
export const sameOriginPath = (text: string | null | undefined, origin: string, most = longest): string | null => {
  if (text == null || text.length > most || !plain.test(text)) return null
  if (!/^\/(?!\/)/.test(text) && !text.startsWith(`${origin}/`)) return null
  const url = URL.parse(text, origin)
  if (url?.origin !== origin) return null
  if (actingParams.some(name => url.searchParams.has(name))) return null
  const path = `${url.pathname}${url.search}${url.hash}`
  // Dot segments may have left two slashes at the beginning, which a `Location` would take for a host.
  return path.startsWith('//') || passages.test(path) ? null : path
}
