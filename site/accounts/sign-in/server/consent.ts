import type { HttpContext } from '@corroborate/server-kit/http'
import type { Pages } from '../../../kit/http/index.ts'
import { consentPage } from '../pages/index.ts'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, keepSecret } from './request.ts'

/**
 * `GET /oauth/authorize`: where applications of others send people to log in there with their account here, and out. The page
 * is the same for everybody, and does nothing ahead of its time: an application that needs no consent would be answered.
 */
export const createConsentCall =
  ({ pages }: { pages: Pick<Pages, 'show'> }) =>
  (c: HttpContext): Response => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const answer = pages.show(c, consentPage, {})
    // Pages may have headers of their own: here the query says what another application knows of somebody.
    answer.headers.set('Cache-Control', 'no-store')
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  }
