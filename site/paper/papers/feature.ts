import { addressOf, type HttpContext, HttpProblem, letCompress, nonceOf } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Doi, doiInPicturePath, paths, rawRequestTarget } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import {
  type BriefDocument,
  createBriefCache,
  type DoiHandler,
  forAnybody,
  keepingOf,
  type Pages,
  sendDocument,
  storedForSeconds,
} from '../../kit/http/index.ts'
import type { Reader } from '../../kit/page/reader.ts'
import type { People, Person } from '../../kit/people/index.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import { badge, knownMigrations, nothingKnown } from '../known/index.ts'
import { pictureVersion, type SharePictures, type WithPictures } from '../share-picture/index.ts'
import type { PaperJobs, Papers, PaperTables, WithPapers } from './create-papers.ts'
import { factsMigration } from './facts-store.ts'
import type { ReadStatuses } from './statuses.ts'
import { factsByAgeMigration, missingFactsMigration, paperPage, wholeListPage, wholeLists } from './sweep-facts.ts'
import { versionsMigration } from './versions.ts'

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
      const kept = forAnybody(storedForSeconds.paper, [cacheKeys.paper(doi), cacheKeys.papers])
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

type Options = { papers: Pick<Papers<Person | null>, 'page'>; pages: Pick<Pages, 'show'> }

/** GET /{doi}/all/authors, /{doi}/all/known: the whole of a list, page by page. */
const createWholeListCall =
  ({ papers, pages }: Options): DoiHandler =>
  async (c, doi, list) => {
    if (list !== 'authors' && list !== 'known') throw nothingHere()
    const result = await papers.page(doi, null, addressOf(c))
    if (result.kind !== 'page') throw nothingHere()
    const page = wholeLists(result.model, list)[pageIn(c.req.query('page')) - 1]
    if (page === undefined) throw nothingHere()
    return pages.show(c, wholeListPage, page)
  }

/** `?page=2` → 2; defaults to 1. Invalid numbers have no page. */
const pageIn = (text: string | undefined): number => {
  if (text === undefined) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw nothingHere()
  return Number(text)
}

const nothingHere = (): HttpProblem => new HttpProblem(404, 'List not found. See the paper’s page.')

const limits = {
  /** External lookups of unknown papers. DOIs pasted while typing also look up their prefixes. */
  lookUpOutside: { points: 120, perSeconds: 10 * 60 },
  /** Uncached share images, each some 100 ms of CPU. Chats and social networks request one when a link is shared. */
  drawPicture: { points: 60, perSeconds: 10 * 60 },
} as const

/** A paper's page, its citation, its badge and its share picture. */
export const papersFeature = defineFeature<PaperTables, PaperJobs, WithPapers & WithPictures>()({
  migrations: [factsMigration, missingFactsMigration, factsByAgeMigration, versionsMigration, ...knownMigrations],
  limits,
  pages: [paperPage, wholeListPage],
  ...nothingOfPeople,
  open: ({ papers, people, pages, pictures, limits, now }) => ({
    jobs: papers.jobs,
    routes: {
      [paths.badges]: { GET: createBadgeCall(papers.statuses) },
      [paths.pictures]: { GET: createPictureCall({ picture: papers.picture, pictures, limits }) },
    },
    paperRoutes: {
      paper: { GET: createPaperCall({ papers, people, pages, now }) },
      all: { GET: createWholeListCall({ papers, pages }) },
      cite: { GET: (c, doi, format) => papers.cite(doi, format, addressOf(c)) },
    },
  }),
})
