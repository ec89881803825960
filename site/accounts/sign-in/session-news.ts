/**
 * Message from the server to the next page's script when a session began or ended without it, because browser storage and analytics belong
 * to the script. Sent in a cookie that the script reads once and removes.
 */
export type SessionNews =
  /** Deletes the browser's session data. */
  | { kind: 'out' }
  /** A session to store; `login` after a new login. */
  | { kind: 'in'; token: string; userId: string; login: LoginNews | null }

export type LoginNews = { method: string; isSignup: boolean; name: string; email: string | null }

/** `__Host-` binds the cookie to this host over TLS, so sibling subdomains cannot forge news. */
export const sessionNewsName = (secure: boolean): string =>
  secure ? '__Host-session-news' : 'corroborate_session_news'

/** For a page to load, and its script; in seconds. */
export const sessionNewsAge = 60

/** Reads the text of the cookie, decoded; null when it is none of ours. */
export const readSessionNews = (text: string): SessionNews | null => {
  try {
    const news = JSON.parse(text) as Partial<Extract<SessionNews, { kind: 'in' }>> | { kind: 'out' } | null
    if (news?.kind === 'out') return { kind: 'out' }
    if (news?.kind !== 'in' || typeof news.token !== 'string' || typeof news.userId !== 'string') return null
    return { kind: 'in', token: news.token, userId: news.userId, login: news.login ?? null }
  } catch {
    return null
  }
}
