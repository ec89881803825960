import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { actingForHeader } from '../../../kit/page/index.ts'
import type { BrowserSession } from './browser-session.ts'
import { keepSecret } from './request.ts'
import { unavailable } from './words.ts'

/**
 * `POST /authenticate/session`: returns the session of the cookie to a page's script. A browser may lose script storage but keep the
 * cookie: Safari clears it after a week, and a tab may close before its script has read the login news. Restricted to scripts of pages
 * rendered for this account, identified by a header that no other site can send.
 */
export const createOwnSessionCall =
  ({ browser }: { browser: Pick<BrowserSession, 'of'> }) =>
  (c: HttpContext): Response => {
    keepSecret(c)
    if (c.req.header(actingForHeader) === undefined) throw new HttpProblem(403, 'Cross-site requests are not allowed.')
    const found = browser.of(c)
    if (found.kind === 'unsure') throw unavailable()
    if (found.kind !== 'account') throw new HttpProblem(401, 'Please log in again.')
    return c.json({ session_token: found.session.token, user_id: found.account.id })
  }
