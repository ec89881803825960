import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import { consolePath } from '../../administrators/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Said } from './page.ts'

// Flash messages travel in a cookie. In a URL, anyone could forge them.

const cookieName = 'console_said'
const longest = 300

/** Sets the success message for the next page. */
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

/** Reads and removes the previous page's message. */
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
