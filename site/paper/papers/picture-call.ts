import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { doiInPicturePath, rawRequestTarget } from '../../kit/doi/index.ts'
import { pictureVersion, type SharePictures } from '../share-picture/index.ts'
import type { Papers } from './create-papers.ts'

type PictureDependencies = {
  picture: Papers<never>['picture']
  pictures: Pick<SharePictures, 'kept' | 'draw'>
  limits: Pick<Limits<'drawPicture'>, 'require'>
}

/** Cache lifetime of an image in seconds: under its versioned URL, and under any other. */
const lifetime = { named: 7 * 86_400, other: 600 }

/**
 * GET /share/{doi}.png: share image with a paper's status. Never queries external sources. Rendering is limited per client and in total.
 * @throws HttpProblem for a path without a DOI, and if it cannot be rendered now
 */
export const createPictureCall =
  ({ picture, pictures, limits }: PictureDependencies) =>
  async (c: HttpContext): Promise<Response> => {
    const doi = doiInPicturePath(rawRequestTarget(c.req.url, c.env?.incoming?.url), 'share')
    if (doi === null) throw new HttpProblem(404, 'Share image not found. The address is /share/{doi}.png.')
    const model = await picture(doi)
    const version = pictureVersion(model)
    const headers = {
      'content-type': 'image/png',
      etag: `"${version}"`,
      'cache-control': `public, max-age=${c.req.query('v') === version ? lifetime.named : lifetime.other}`,
      // Intended for cross-origin embedding.
      'cross-origin-resource-policy': 'cross-origin',
    }
    if (c.req.header('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
    const kept = pictures.kept(model)
    if (kept === null) await limits.require('drawPicture', { address: addressOf(c) })
    const drawn = kept ?? (await pictures.draw(model))
    if (drawn === null)
      throw new HttpProblem(503, 'The image could not be rendered. Try again in a minute.', { retryAfter: 60 })
    return new Response(Buffer.from(drawn), { headers })
  }
