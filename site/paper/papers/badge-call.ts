import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { doiInPicturePath, rawRequestTarget } from '../../kit/doi/index.ts'
import { badge, nothingKnown } from '../known/index.ts'
import type { ReadStatuses } from './statuses.ts'

/**
 * GET /badge/{doi}.svg: status badge for third-party pages. Never queries external sources, so that a page with hundreds of badges is
 * cheap.
 * @throws HttpProblem for a path without a DOI
 */
export const createBadgeCall =
  (statuses: ReadStatuses) =>
  async (c: HttpContext): Promise<Response> => {
    const doi = doiInPicturePath(rawRequestTarget(c.req.url, c.env?.incoming?.url), 'badge')
    if (doi === null) throw new HttpProblem(404, 'A badge’s address is /badge/, a DOI, and .svg.')
    const status = (await statuses([doi])).get(doi) ?? nothingKnown
    return new Response(badge(status), {
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        // Intended for cross-origin embedding.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      },
    })
  }
