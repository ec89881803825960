/**
 * What the site's server tells the script of the next page, when a session began or ended without the script: the browser's
 * storage and the reader's analytics are the script's. It travels in a cookie that the script reads once and removes.
 */
export type SessionNews =
  /** What the browser keeps of a session shall be forgotten. */
  | { kind: 'out' }
  /** A session to keep; `login` when somebody has just logged in with it. */
  | { kind: 'in'; token: string; userId: string; login: LoginNews | null }

export type LoginNews = { method: string; isSignup: boolean; name: string; email: string | null }

/** `__Host-` binds the cookie to this very host over TLS, so that a sibling subdomain cannot tell news of its own. */
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
