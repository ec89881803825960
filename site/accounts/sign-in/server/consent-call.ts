import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import { logoutMark } from '@corroborate/wire/idp'
import { z } from 'zod'
import { paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { consentPage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, keepSecret } from './request.ts'

/** Authorization request as a form. The provider validates it. */
const asked = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/**
 * `/oauth/authorize`: consent and logout page for third-party applications. It is identical for all users of each purpose and does nothing
 * on prefetch, which would complete an authorization without consent.
 */
export const createConsentCalls = ({ pages }: { pages: Pick<Pages, 'show'> }) => ({
  page: (c: HttpContext): Response => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const isLogout =
      c.req.query('post_logout_redirect_uri') !== undefined || c.req.query(logoutMark.name) === logoutMark.value
    const title = isLogout ? 'Log out' : 'Log in to another application'
    const answer = pages.show(c, consentPage, { title })
    // Not cacheable: the query contains what another application knows about a user.
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
