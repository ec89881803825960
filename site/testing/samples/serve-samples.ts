import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { aboutPage, type PrivacyModel, privacyPage } from '../../app/about/index.ts'
import { pages } from '../../app/pages.ts'
import { homePage, resultsPage } from '../../finding/search/index.ts'
import { paths, storedDoi, type WholeList } from '../../kit/doi/index.ts'
import { errorPage } from '../../kit/error-page/index.ts'
import { createRenderer } from '../../kit/http/index.ts'
import { recentPage, wantedPage } from '../../news/front/index.ts'
import { type PaperPageModel, paperPage, wholeListPage, wholeLists } from '../../paper/papers/index.ts'
import { statusPage } from '../../paper/sources/index.ts'
import { decideVote, type VoteCounts, type VoteType } from '../../readers/votes/index.ts'
import { sampleFront, sampleRecent, sampleWanted } from './sample-front.ts'
import {
  type SamplePaper,
  sampleErrors,
  samplePapers,
  sampleResults,
  sampleSearches,
  sampleStatus,
} from './sample-models.ts'

/** Strict on purpose: a page that needs more than this cannot go live. */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'`

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type Samples = {
  origin: string
  /** What the last search was asked, and what it shall answer. */
  search: { asked: string[]; answer: (query: string) => { status: number; body: string; afterMs?: number } }
  /** What was clicked, and whether the next calls shall fail or be slow. */
  vote: { asked: VoteType[]; failing: boolean; slowMs: number }
  stop: () => Promise<void>
}

/** Every page with made-up models under a strict CSP, with a search and a vote that do what the test says. */
export const serveSamples = async (distDir: string): Promise<Samples> => {
  const renderer = await createRenderer({ distDir, pages })
  const mine = new Map<string, { vote: VoteType | null; counts: VoteCounts }>()
  const samples: Omit<Samples, 'origin' | 'stop'> = {
    search: { asked: [], answer: () => ({ status: 200, body: JSON.stringify(openAlexAnswer()) }) },
    vote: { asked: [], failing: false, slowMs: 0 },
  }
  const votesOn = (name: string) => {
    const votes = samplePapers[name]?.votes
    const kept = mine.get(name) ?? {
      vote: votes?.mine ?? null,
      counts: votes?.counts ?? { upvotes: 0, downvotes: 0, signedIn: 0 },
    }
    mine.set(name, kept)
    return kept
  }
  const page = (path: string, query: string | null, nonce: string): string | null => {
    const options = { nonce, head: { title: 'Sample' } }
    const [, kind, name = ''] = path.split('/')
    if (path === '/') return renderer.render(homePage, sampleFront, options)
    if (path === '/recent') return renderer.render(recentPage, sampleRecent, options)
    if (path === '/wanted') return renderer.render(wantedPage, sampleWanted, options)
    const search = sampleSearches[name]
    if (path === '/search')
      return renderer.render(
        resultsPage,
        { query: query ?? '', results: sampleResults, note: null, error: null },
        options,
      )
    if (kind === 'results' && search) return renderer.render(resultsPage, search, options)
    const paper = samplePapers[name]
    if (kind === 'paper' && paper) {
      const { vote, counts } = votesOn(name)
      return renderer.render(paperPage, withVotes({ ...paper, votes: { mine: vote, counts } }), options)
    }
    if (path === paths.about) return renderer.render(aboutPage, {}, options)
    if (path === paths.privacy) return renderer.render(privacyPage, samplePrivacy, options)
    if (kind === 'whole' && paper) {
      const list = wholeLists({ ...paper, sections: {} }, path.split('/')[3] as WholeList)[0]
      return list === undefined ? null : renderer.render(wholeListPage, list, options)
    }
    if (path === '/status') return renderer.render(statusPage, sampleStatus, options)
    if (path.startsWith('/10.'))
      return renderer.render(paperPage, withVotes(samplePapers['nothing-known'] ?? fail(path)), options)
    const error = sampleErrors.find(({ status }) => String(status) === name)
    return kind === 'error' && error ? renderer.render(errorPage, error, options) : null
  }
  const paperNamed = (path: string): string =>
    Object.entries(samplePapers).find(([, paper]) => path === `${paper.path}/vote`)?.[0] ?? ''

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const nonce = crypto.randomUUID()
    const answer = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'content-type': type, 'content-security-policy': policy(nonce) }).end(body)
    if (request.method === 'POST') {
      let body = ''
      for await (const chunk of request) body += chunk
      const isForm = request.headers['content-type'] !== 'application/json'
      const clicked = (isForm ? new URLSearchParams(body).get('voteType') : JSON.parse(body).voteType) as VoteType
      samples.vote.asked.push(clicked)
      await new Promise(resolve => setTimeout(resolve, samples.vote.slowMs))
      if (samples.vote.failing) return answer(500, 'application/json', '{"error":"No."}')
      const name = paperNamed(url.pathname)
      const { vote, counts } = votesOn(name)
      const { status, next, change } = decideVote(vote, clicked, false)
      const after = {
        upvotes: counts.upvotes + change.upvotes,
        downvotes: counts.downvotes + change.downvotes,
        signedIn: counts.signedIn,
      }
      mine.set(name, { vote: next, counts: after })
      if (isForm) return response.writeHead(303, { location: `/paper/${name}` }).end()
      return answer(200, 'application/json', JSON.stringify({ status, counts: after }))
    }
    if (url.pathname === '/search' && !request.headers.accept?.includes('text/html')) {
      const query = url.searchParams.get('q') ?? ''
      samples.search.asked.push(query)
      const { status, body, afterMs = 0 } = samples.search.answer(query)
      await new Promise(resolve => setTimeout(resolve, afterMs))
      return answer(status, 'application/json', body)
    }
    const html = page(url.pathname, url.searchParams.get('q'), nonce)
    if (html !== null) return answer(200, 'text/html; charset=utf-8', html)
    const file = await readFile(join(renderer.clientDir, url.pathname)).catch(() => null)
    return file === null
      ? answer(404, 'text/plain', 'Not found')
      : answer(200, types[extname(url.pathname)] ?? 'application/octet-stream', file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    ...samples,
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const samplePrivacy: PrivacyModel = {
  analytics: 'analytics.example',
  contact: 'somebody@corroborate.example',
  outside: ['OpenAlex', 'Crossref'],
}

/** The page of a sample paper, with its vote box. */
const withVotes = ({ votes, ...paper }: SamplePaper): PaperPageModel => ({
  ...paper,
  sections: { vote: { doi: paper.doi, action: paths.vote(storedDoi(paper.doi)), votes } },
})

const fail = (path: string): never => {
  throw new Error(`No sample for ${path}`)
}

/** The sample results in the shape of OpenAlex's `/works`. */
export const openAlexAnswer = (results = sampleResults) => ({
  meta: { count: results.length, page: 1, per_page: 5 },
  results: results.map(result => ({
    doi: `https://doi.org/${result.doi}`,
    title: result.title,
    publication_year: result.year,
    authorships: result.authors.map(name => ({ author: { display_name: name } })),
    primary_location: result.journal === null ? null : { source: { display_name: result.journal } },
  })),
})
