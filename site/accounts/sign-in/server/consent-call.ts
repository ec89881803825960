import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import { logoutMark } from '@corroborate/wire/idp'
import { z } from 'zod'
import { paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { consentPage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, keepSecret } from './request.ts'

/** What an application asks, as a form: the provider says what is wrong in it. */
const asked = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/**
 * `/oauth/authorize`: where applications of others send people to log in there with their account here, and out. The page
 * is the same for everybody who comes for one of the two, and does nothing ahead of its time: an application that needs no consent would be answered.
 */
export const createConsentCalls = ({ pages }: { pages: Pick<Pages, 'show'> }) => ({
  page: (c: HttpContext): Response => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const isLogout =
      c.req.query('post_logout_redirect_uri') !== undefined || c.req.query(logoutMark.name) === logoutMark.value
    const title = isLogout ? 'Log out' : 'Log in to another application'
    const answer = pages.show(c, consentPage, { title })
    // Pages may have headers of their own: here the query says what another application knows of somebody.
    answer.headers.set('Cache-Control', 'no-store')
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  },

  /** A request that comes as a form (OpenID Connect Core, section 3.1.2.1), of which nothing is done: it leads to the page. */
  byForm: async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(await readBody(c, asked))) {
      for (const one of [value].flat()) query.append(name, one)
    }
    return c.redirect(`${paths.consent}?${query}`, 303)
  },
})
