import type { LoginNews } from '../session-news.ts'
import type { KnownSession, VouchedSession } from './sessions.ts'

/** The proved address or number of a session's account. Null when nothing was proved, or the provider did not say. */
export const contactOf = (found: KnownSession | VouchedSession): string | null =>
  'said' in found ? found.said.contact : null

/** Formats the reader's account for page scripts, including their own address. */
export const accountJson = ({ account: { id, name, email, roles } }: KnownSession) => ({
  user_id: id,
  name,
  email,
  roles,
})

/** Cookies are short, so a longer name is cut. */
const longestName = 200

/** Formats a login for the next page's script. */
export const loginNews = ({ account: { name, email }, said }: VouchedSession, method: string): LoginNews => ({
  method,
  isSignup: said.isSignup,
  name: (name || (email ?? '')).slice(0, longestName),
  email,
})
