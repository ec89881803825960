import { addressOf, type HttpContext, HttpProblem, nonceOf } from '@corroborate/server-kit/http'
import { type Doi, paths } from '../../kit/doi/index.ts'
import {
  type BriefDocument,
  createBriefCache,
  type DoiHandler,
  forAnybody,
  keepingOf,
  type MadeDocument,
  type Pages,
  sendDocument,
} from '../../kit/http/index.ts'
import type { Reader } from '../../kit/page/index.ts'
import type { People, Person } from '../../kit/people/index.ts'
import type { Papers } from './create-papers.ts'
import { paperPage } from './paper-page.ts'

/** A paper in the news is rendered once a second, however many read it; so many papers are kept at most. */
const briefly = { lifetime: 1_000, most: 1_000 }

const impossible =
  'No DOI can look like this one, and no source knows it. Check it against the paper, or search for the title.'

const below = (doi: Doi): string =>
  `No source knows this DOI. Its beginning, ${doi}, is that of a paper: what follows may have come along with the address it was copied from.`

const claimed =
  'Thank you. Your claim is here: a moderator reads it before others see it, and we remind you a week before it lapses.'

/** What the query says that somebody has just done (SPEC §2): said to a person who has an account, and to nobody who was sent the address. */
const thanksOf = (c: HttpContext, person: Person | null): string | null =>
  person?.signedIn && c.req.query('claim_submitted') === 'true' ? claimed : null

type ShowPaperOptions = {
  papers: Pick<Papers<Person | null>, 'page'>
  people: Pick<People, 'known'>
  pages: Pick<Pages, 'write' | 'readerOf'>
  now: () => number
}

/** Who reads, and from which address. */
type Asking = { reader: Reader; address: string }

/** GET /{doi}: the paper's page. */
export const createPaperCall = ({ papers, people, pages, now }: ShowPaperOptions): DoiHandler => {
  const cache = createBriefCache({ ...briefly, now })

  /**
   * The page for one person; null is anybody we have never seen act. A better address is a `Location`; where the sources were not
   * asked, because who reads has had them asked too often, there is a `Retry-After`.
   */
  async function write(
    doi: Doi,
    person: Person | null,
    { reader, address }: Asking,
    nonce: string,
  ): Promise<MadeDocument> {
    const result = await papers.page(doi, person, address)
    if (result.kind === 'impossible') throw new HttpProblem(404, impossible)
    if (result.kind === 'below') throw new HttpProblem(404, below(result.doi))
    if (result.kind === 'moved') return { html: '', headers: { Location: result.path }, keep: false }
    const { html, headers } = pages.write(paperPage, result.model, { nonce, reader })
    // While sources do not answer, the page still shows the DOI, the vote and what is known, so that its status is 200. The
    // next request may find more, so that it is not kept anywhere.
    const passing = result.model.record === 'unavailable'
    const kept = { 'Cache-Control': passing ? 'no-store' : keepingOf(reader) }
    const later = result.retryAfter === null ? {} : { 'Retry-After': String(result.retryAfter) }
    return { html, headers: { ...headers, ...later, ...forAnybody, ...kept }, keep: !passing }
  }

  return (c, doi) => {
    const person = people.known(c)
    const shown = pages.readerOf(c)
    const reader = { ...shown, notice: shown.notice ?? thanksOf(c, person), path: paths.paper(doi) }
    const asking = { reader, address: addressOf(c) }
    const send = (document: BriefDocument): Response => {
      const { Location: location, 'Retry-After': later } = document.headers
      return location === undefined
        ? sendDocument(c, document, later === undefined ? 200 : 429)
        : c.redirect(location, 302)
    }

    if (person !== null || reader.notice !== null) {
      return write(doi, person, asking, nonceOf(c)).then(({ html, headers }) =>
        send({ headers, etag: null, bytes: () => Buffer.from(html), gzip: null }),
      )
    }
    return cache.read(doi, standIn => write(doi, null, asking, standIn)).then(send)
  }
}
