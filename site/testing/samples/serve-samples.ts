import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { pages } from '../../app/pages.ts'
import { createRenderer } from '../../kit/http/index.ts'
import type { VoteType } from '../../readers/votes/rules.ts'
import { keepVotes, type Votes } from './keep-votes.ts'
import { renderSample } from './render-sample.ts'
import { samplePapers, sampleResults } from './sample-models.ts'

/** Strict on purpose: a page that needs more than this cannot go live. */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'`

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type Controls = {
  /** Last search queries, and the response to give. */
  search: { asked: string[]; answer: (query: string) => { status: number; body: string; afterMs?: number } }
  /** Recorded votes, and whether the next requests fail or are slow. */
  vote: { asked: VoteType[]; failing: boolean; slowMs: number }
}

export type Samples = Controls & { origin: string; stop: () => Promise<void> }

/** Serves every page with sample models under a strict CSP, with controllable search and votes. */
export const serveSamples = async (distDir: string): Promise<Samples> => {
  const renderer = await createRenderer({ distDir, pages })
  const votes = keepVotes()
  const samples: Controls = {
    search: { asked: [], answer: () => ({ status: 200, body: JSON.stringify(openAlexAnswer()) }) },
    vote: { asked: [], failing: false, slowMs: 0 },
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const nonce = crypto.randomUUID()
    const answer = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'content-type': type, 'content-security-policy': policy(nonce) }).end(body)
    if (request.method === 'POST') {
      const { status, headers, body } = await takeVote(request, url.pathname, votes, samples.vote)
      return response.writeHead(status, { ...headers, 'content-security-policy': policy(nonce) }).end(body)
    }
    const query = url.searchParams.get('q')
    if (url.pathname === '/search' && !request.headers.accept?.includes('text/html')) {
      samples.search.asked.push(query ?? '')
      const { status, body, afterMs = 0 } = samples.search.answer(query ?? '')
      await sleep(afterMs)
      return answer(status, 'application/json', body)
    }
    const html = renderSample(renderer, votes, { path: url.pathname, query, nonce })
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

/** Handles a vote as JSON or form, like the site. */
const takeVote = async (
  request: IncomingMessage,
  path: string,
  votes: Votes,
  vote: Controls['vote'],
): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
  let sent = ''
  for await (const chunk of request) sent += chunk
  const isForm = request.headers['content-type'] !== 'application/json'
  const clicked = (isForm ? new URLSearchParams(sent).get('voteType') : JSON.parse(sent).voteType) as VoteType
  vote.asked.push(clicked)
  await sleep(vote.slowMs)
  const headers = { 'content-type': 'application/json' }
  if (vote.failing) return { status: 500, headers, body: '{"error":"No."}' }
  const name = paperNamed(path)
  const answer = votes.click(name, clicked)
  return isForm
    ? { status: 303, headers: { location: `/paper/${name}` }, body: '' }
    : { status: 200, headers, body: JSON.stringify(answer) }
}

const paperNamed = (path: string): string =>
  Object.entries(samplePapers).find(([, paper]) => path === `${paper.path}/vote`)?.[0] ?? ''

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

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
