import { cookieNamed } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'

/**
 * Cookie that marks a browser in which our page script runs and fetches personal data itself, so that it gets the shared page. The script
 * sets it to a random value once a page was rendered for its reader (`kit/browser/take-yours.ts`). It is removed whenever a session begins
 * or ends and after a form submitted without script, and the next page is personalized again.
 */
export const yoursMarkName = 'yours'

/** True if the browser's script fetches personal data itself. */
export const isMarked = (c: Context): boolean =>
  /^[\w-]{1,64}$/.test(cookieNamed(c.req.header('Cookie'), yoursMarkName) ?? '')

/** Removes the mark, if any. */
export const removeMark = (c: Context): void => {
  if (cookieNamed(c.req.header('Cookie'), yoursMarkName) !== undefined) deleteCookie(c, yoursMarkName, { path: '/' })
}
