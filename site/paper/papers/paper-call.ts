import { addressOf, type HttpContext, HttpProblem, letCompress, nonceOf } from '@corroborate/server-kit/http'
import { type Doi, paths } from '../../kit/doi/index.ts'
import {
  type BriefDocument,
  createBriefCache,
  type DoiHandler,
  forAnybody,
  keepingOf,
  keptForSeconds,
  type Pages,
  sendDocument,
} from '../../kit/http/index.ts'
import type { Reader } from '../../kit/page/index.ts'
import type { People, Person } from '../../kit/people/index.ts'
import { cacheKeys } from '../../kit/shared-caches/index.ts'
import type { Papers } from './create-papers.ts'
import { paperPage } from './paper-page.ts'

/** A paper in the news is rendered once a second, however many read it; so many papers are kept at most. */
const briefly = { lifetime: 1_000, most: 1_000 }

const impossible = 'This is not a valid DOI. Compare it with the paper, or search for the title.'

const below = (doi: Doi): string =>
  `No source knows this DOI, but ${doi} is known. The rest may come from the address you copied.`

const claimed =
  'Thank you for your claim. A moderator reviews it before it appears, and we’ll remind you a week before it expires.'

/** Returns the confirmation named by the query (SPEC §2), for signed-in users only, so that a shared URL shows none. */
const thanksOf = (c: HttpContext, person: Person | null): string | null =>
  person?.signedIn && c.req.query('claim_submitted') === 'true' ? claimed : null

type ShowPaperOptions = {
  papers: Pick<Papers<Person | null>, 'page'>
  people: Pick<People, 'known'>
  pages: Pick<Pages, 'write' | 'readerOf' | 'takesShared' | 'anybodyAt'>
  now: () => number
}

/** GET /{doi}: the paper's page. */
export const createPaperCall = ({ papers, people, pages, now }: ShowPaperOptions): DoiHandler => {
  const cache = createBriefCache({ ...briefly, now })

  /**
   * Renders the page for a person; null renders the shared one. A canonical URL is sent as `Location`; `Retry-After` is set if sources were
   * not queried because of the reader's rate limit.
   */
  const write = async (doi: Doi, person: Person | null, asking: Asking) => {
    const result = await papers.page(doi, person, asking.address)
    if (result.kind === 'impossible') throw new HttpProblem(404, impossible)
    if (result.kind === 'below') throw new HttpProblem(404, below(result.doi))
    if (result.kind === 'moved') return { html: '', headers: { Location: result.path }, keep: false }
    const { html, headers } = pages.write(paperPage, result.model, asking)
    const later = result.retryAfter === null ? {} : { 'Retry-After': String(result.retryAfter) }
    // While sources are unavailable the page still has the DOI, the vote and local evidence, so it returns 200. It is not cached, since the
    // next request may find more.
    const keep = result.model.record !== 'unavailable'
    return { html, headers: { ...headers, ...later, ...(keep ? asking.kept : unkept) }, keep }
  }

  const shared = (c: HttpContext, doi: Doi): Promise<BriefDocument> =>
    cache.read(doi, () => {
      const kept = forAnybody(keptForSeconds.paper, [cacheKeys.paper(doi), cacheKeys.papers])
      const reader = pages.anybodyAt(paths.paper(doi))
      return write(doi, null, { reader, address: addressOf(c), nonce: null, isSomebodys: false, kept })
    })

  const own = async (c: HttpContext, doi: Doi): Promise<Response> => {
    const person = people.known(c)
    const shown = pages.readerOf(c)
    const reader = { ...shown, notice: shown.notice ?? thanksOf(c, person), path: paths.paper(doi) }
    const kept = { Vary: 'Cookie, Accept-Encoding', 'Cache-Control': keepingOf(reader) }
    const asking = {
      reader,
      address: addressOf(c),
      nonce: nonceOf(c),
      isSomebodys: person !== null || reader.signedIn,
      kept,
    }
    const { html, headers } = await write(doi, person, asking)
    if ('Location' in headers) return redirected(c, headers.Location)
    letCompress(c, html)
    return c.html(html, statusOf(headers), headers)
  }

  return async (c, doi) => {
    if (!pages.takesShared(c)) return own(c, doi)
    const document = await shared(c, doi)
    const { Location: location } = document.headers
    return location === undefined ? sendDocument(c, document, statusOf(document.headers)) : redirected(c, location)
  }
}

/** Reader, client address and cache policy of a page. */
type Asking = {
  reader: Reader
  address: string
  nonce: string | null
  isSomebodys: boolean
  kept: Record<string, string>
}

const unkept = { Vary: 'Cookie, Accept-Encoding', 'Cache-Control': 'no-store' }

const statusOf = (headers: Readonly<Record<string, string>>): 200 | 429 => ('Retry-After' in headers ? 429 : 200)

const redirected = (c: HttpContext, path: string): Response => c.redirect(path, 302)
