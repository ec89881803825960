import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, matchDoiPath, paths, rawRequestTarget, type SitePath } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { DoiHandler } from '../../kit/http/index.ts'
import type { TypedLink } from '../../kit/page/head.ts'
import type { Person } from '../../kit/people/index.ts'
import type { KnownFact } from '../../paper/known/index.ts'
import { isEmptyPage, type PaperPageModel, type Papers, paperLinks } from '../../paper/papers/index.ts'
import {
  addressAmong,
  approvedReader,
  findPublicReport,
  type ListedReport,
  type ReportTables,
  reportLinks,
  reportPath,
  type StoredReport,
  shortHash,
} from '../../readers/reports/index.ts'
import { type ApiCall, ApiProblem, answerText, apiLimit, forAMinute, refuseQuery, spend } from '../api/index.ts'
import { docmap, type ReviewStep, roCrate } from './docmap.ts'
import { DocMapAnswer, LinksetAnswer } from './schemas.ts'

type Target = { href: string; type?: string; profile?: readonly string[] }

/**
 * Returns a page's links as a linkset (RFC 9264, `application/linkset+json`) for Signposting level 2: the page's links, and the reverse
 * links of its describing files. `profile` is a list, like every attribute outside RFC 8288.
 */
export const linkset = (page: string, links: readonly TypedLink[]): { linkset: object[] } => {
  const listed = links.filter(({ rel }) => rel !== 'linkset')
  const byRelation = Map.groupBy(listed, ({ rel }) => rel)
  const describing = byRelation.get('describedby') ?? []
  return {
    linkset: [
      {
        anchor: page,
        ...Object.fromEntries([...byRelation].map(([rel, all]) => [rel, all.map(targetOf)])),
      },
      ...describing.map(({ href }) => ({ anchor: href, describes: [{ href: page, type: 'text/html' }] })),
    ],
  }
}

const targetOf = ({ href, type, profile }: TypedLink): Target => ({
  href,
  ...(type !== undefined && { type }),
  ...(profile !== undefined && { profile: [profile] }),
})

/** Returns a paper's review steps: published replications, as on its page, and each public report. `addressOf`: a report's path. */
export const reviewSteps = ({
  facts,
  reports,
  addressOf,
  origin,
}: {
  facts: readonly KnownFact[]
  reports: readonly ListedReport[]
  addressOf: (report: ListedReport) => string
  origin: string
}): ReviewStep[] => [
  ...facts
    .filter(({ group }) => group === 'attempt')
    .map(
      ({ date, doi, href }): ReviewStep => ({
        kind: 'attempt',
        by: null,
        date,
        doi,
        href: href === null ? null : new URL(href, origin).href,
      }),
    ),
  ...reports.map(
    (report): ReviewStep => ({
      kind: 'report',
      by: report.name,
      date: new Date(report.createdAt).toISOString().slice(0, 10),
      doi: null,
      href: `${origin}${addressOf(report)}`,
    }),
  ),
]

type Options = {
  db: Kysely<ReportTables>
  papers: Pick<Papers<Person | null>, 'page' | 'facts'>
  limits: Pick<Limits<'apiRead'>, 'take'>
  /** The site's own. */
  origin: string
  /** Epoch ms. */
  now: () => number
}

const jsonLd = 'application/ld+json'
const linksetType = 'application/linkset+json'
const limit = apiLimit('apiRead')
export const docmapCall: ApiCall = {
  id: 'getDocMap',
  method: 'get',
  path: '/docmaps/{doi}',
  summary: 'Get a DocMap',
  description: 'Returns the replications and reproduction reports of a paper as a DocMap, one step each.',
  parameters: [{ name: 'doi', in: 'path', required: true, description: 'The DOI of the paper.', schema: z.string() }],
  answer: DocMapAnswer,
  answerType: jsonLd,
  problems: ['not-found', 'unknown-paper'],
  limit,
  example: {
    path: '/docmaps/10.1037/0022-3514.54.5.768',
    answer: {
      type: 'docmap',
      'first-step': '_:b0',
      steps: {
        '_:b0': {
          inputs: [{ doi: '10.1037/0022-3514.54.5.768' }],
          actions: [{ outputs: [{ doi: '10.1177/1745691616674458' }] }],
          'next-step': '_:b1',
        },
      },
    },
  },
}

export const linksetCall: ApiCall = {
  id: 'getLinkset',
  method: 'get',
  path: '/linksets/{page}',
  summary: 'Get a linkset',
  description:
    'Returns the typed links of a paper or report page: citation files, license and metadata (Signposting level 2, RFC 9264).',
  parameters: [
    {
      name: 'page',
      in: 'path',
      required: true,
      description: 'Path of the page of a paper or report, without the leading slash.',
      schema: z.string(),
    },
  ],
  answer: LinksetAnswer,
  answerType: linksetType,
  problems: ['not-found', 'unknown-paper', 'unknown-report'],
  limit,
  example: {
    path: '/linksets/10.1126/science.aac4716',
    answer: {
      linkset: [
        {
          anchor: '{origin}/10.1126/science.aac4716',
          'cite-as': [{ href: 'https://doi.org/10.1126/science.aac4716' }],
        },
      ],
    },
  },
}

/** Routes of machine-readable papers and reports: DocMap, linkset, RO-Crate. */
export const createLinkedDataCalls = ({ db, papers, limits, origin, now }: Options) => {
  const readApproved = approvedReader(db)

  /** @throws ApiProblem if the paper does not exist, or the client exceeded the rate limit of source queries */
  const paperOf = async (c: HttpContext, doi: Doi): Promise<PaperPageModel> => {
    const view = await papers.page(doi, null, addressOf(c))
    if (view.kind !== 'page') throw new ApiProblem('unknown-paper', 'No source has a paper with this DOI.')
    if (view.retryAfter !== null)
      throw new ApiProblem('too-many-requests', 'Too many requests for papers that are not in the local index.', {
        retryAfter: view.retryAfter,
      })
    return view.model
  }

  /** @throws ApiProblem `unknown-report` */
  const reportOf = async (doi: Doi, name: string): Promise<{ report: StoredReport; path: SitePath }> => {
    const report = await findPublicReport(db, doi, name)
    if (report === null) throw new ApiProblem('unknown-report', 'The paper has no public report with this fingerprint.')
    // If two hashes share the prefix, keeps the requested URL.
    const isAlone = (await findPublicReport(db, doi, report.sha256.slice(0, shortHash))) !== null
    return { report, path: isAlone ? reportPath(doi, report.sha256) : paths.report(doi, name) }
  }

  /** The page that the rest of an address names. */
  const pageIn = (c: HttpContext, before: string): { doi: Doi; action: string; rest: string } => {
    const base = before.slice(0, -'/*'.length)
    const match = matchDoiPath(rawRequestTarget(c.req.url, c.env?.incoming?.url).slice(base.length))
    if (match.kind !== 'match') throw new ApiProblem('not-found', `Use ${base}/ followed by a DOI.`)
    return match
  }

  const docmapOf: Handler = async c => {
    refuseQuery(c)
    await spend(c, limits, limit)
    const { doi, action } = pageIn(c, paths.docmaps)
    if (action !== 'paper') throw new ApiProblem('not-found', 'Only papers have a DocMap.')
    const [model, reports] = await Promise.all([paperOf(c, doi), readApproved(doi)])
    const steps = reviewSteps({ facts: model.known.facts, reports, addressOf: addressAmong(doi, reports), origin })
    if (steps.length === 0) throw new ApiProblem('not-found', 'No replications or reproductions of this paper found.')
    const made = new Date(now()).toISOString().slice(0, 10)
    return answer(c, docmap({ id: `${origin}${paths.docmap(doi)}`, doi, origin, steps, made }), jsonLd)
  }

  const linksOf = async (c: HttpContext): Promise<{ page: string; links: TypedLink[] }> => {
    const { doi, action, rest } = pageIn(c, paths.linksets)
    if (action === 'paper') {
      const model = await paperOf(c, doi)
      return { page: `${origin}${model.path}`, links: paperLinks(model, origin, !isEmptyPage(model)) }
    }
    if (action !== 'audit' || rest === '') throw new ApiProblem('not-found', 'Only papers and reports have a linkset.')
    const { report, path } = await reportOf(doi, rest)
    const { reproducibilityPackage } = report.content
    return { page: `${origin}${path}`, links: reportLinks({ path, reproducibilityPackage }, origin) }
  }

  const linksetOf: Handler = async c => {
    refuseQuery(c)
    await spend(c, limits, limit)
    const { page, links } = await linksOf(c)
    return answer(c, linkset(page, links), linksetType)
  }

  const crate: DoiHandler = async (c, doi, rest) => {
    const { report, path } = await reportOf(doi, rest)
    const found = await papers.facts.findNear(doi)
    const paperTitle = found.kind === 'found' ? found.facts.title : null
    return answer(c, roCrate({ report, paperTitle, url: `${origin}${path}`, origin }), jsonLd)
  }

  return { docmapOf, linksetOf, crate }
}

/** Public, and made to be read from other people's pages. */
const answer = (c: HttpContext, body: object, type: string): Response =>
  answerText(c, JSON.stringify(body), { 'Content-Type': type, 'Cache-Control': forAMinute })
