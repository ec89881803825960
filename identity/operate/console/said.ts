import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import { consolePath } from '../../administrators/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Said } from './page.ts'

// What was done a moment ago travels to the next page in a cookie: an address with it could say anything to anybody.

const cookieName = 'console_said'
const longest = 300

/** Says on the next page that something was done. */
export const say = (c: HttpContext, { origin }: Pick<Core, 'origin'>, text: string): void => {
  const value = encodeURIComponent(text.slice(0, longest))
  setCookie(c, origin, value, 60)
}

const setCookie = (c: HttpContext, origin: string, value: string, seconds: number): void => {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  c.header(
    'Set-Cookie',
    `${cookieName}=${value}; Path=${consolePath}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    { append: true },
  )
}

/** What was done on the page before, which is said once. */
export const readSaid = (c: HttpContext, { origin }: Pick<Core, 'origin'>): Said | null => {
  const value = cookieNamed(c.req.header('Cookie'), cookieName)
  if (!value) return null
  setCookie(c, origin, '', 0)
  try {
    return { tone: 'done', text: decodeURIComponent(value) }
  } catch {
    return null
  }
}
