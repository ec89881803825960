import { addressOf, type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import type { Pages } from '../../../kit/http/index.ts'
import { logoutPage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import type { BrowserSession } from './browser-session.ts'
import { arrivalHeaders, onlyOne } from './request.ts'
import type { SignInAnswers } from './sign-in-answers.ts'

export type LogOutOptions = {
  browser: BrowserSession
  limits: Pick<Limits<'signOut'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const body = z.object({ redirect_url: z.string().max(2_048).optional() })

/** `/logout`. */
export const createLogOutCalls = (
  { browser, limits, pages }: LogOutOptions,
  { pathOr }: Pick<SignInAnswers, 'pathOr'>,
) => {
  /** Ends the session, informs the page's script, and redirects. */
  const end = async (c: HttpContext, to: string): Promise<Response> => {
    if (browser.of(c).kind === 'unsure') await limits.require('signOut', { address: addressOf(c) })
    await browser.end(c)
    browser.tell(c, { kind: 'out' })
    c.header('Cache-Control', 'no-store')
    return c.redirect(to, 303)
  }

  const wayBack = (c: HttpContext, given: string | null): string => pathOr(given, pathOr(c.req.header('Referer'), '/'))

  /** Logs out users who follow our own link or type the URL. For external links, asks for confirmation. */
  const byAddress = async (c: HttpContext): Promise<Response> => {
    const arrival = arrivalOf(arrivalHeaders(c))
    if (arrival === 'ahead') return c.body(null, 503, { 'Cache-Control': 'no-store' })
    const query = new URL(c.req.url).searchParams
    const given = onlyOne(query, 'redirect_url')
    if (arrival === 'foreign' || query.has('ask')) return pages.show(c, logoutPage, { redirect: pathOr(given, '/') })
    return end(c, wayBack(c, given))
  }

  const byForm = async (c: HttpContext): Promise<Response> => {
    const { redirect_url = null } = await readBody(c, body)
    return end(c, wayBack(c, redirect_url))
  }

  return { byAddress, byForm, end }
}
