import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { actingForHeader } from '../../../kit/page/index.ts'
import type { BrowserSession } from './browser-session.ts'
import { keepSecret } from './request.ts'
import { unavailable } from './words.ts'

/**
 * `POST /authenticate/session`: tells the script of a page the session that its cookie is of. A browser may lose what scripts keep and
 * keep the cookie: Safari empties it after a week, and a tab may be closed before its script has read the news of a log-in. Only the
 * script of a page that was made for this very account is told: the header that says so is one that no other site's page can send.
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
