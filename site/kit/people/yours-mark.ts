import { cookieNamed } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'

/**
 * The cookie that says: the script of our pages runs in this browser, and fetches what is its reader's by itself. So it gets the page
 * that everybody gets. The script sets it where a page was made for its reader (`kit/browser/take-yours.ts`), to a word made up for that;
 * whenever another session begins or ends, and after a form that was sent without script, it is taken away, and the next page is made for
 * its reader again.
 */
export const yoursMarkName = 'yours'

/** Whether the script of this browser fetches what is its reader's. */
export const isMarked = (c: Context): boolean =>
  /^[\w-]{1,64}$/.test(cookieNamed(c.req.header('Cookie'), yoursMarkName) ?? '')

/** Takes the mark away, where the browser has one. */
export const removeMark = (c: Context): void => {
  if (cookieNamed(c.req.header('Cookie'), yoursMarkName) !== undefined) deleteCookie(c, yoursMarkName, { path: '/' })
}
