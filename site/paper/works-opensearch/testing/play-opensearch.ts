import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WorkDocument } from '../documents.ts'
import { type Query, scoreOf } from './evaluate.ts'

/** Fault of the next responses. `partial`: a shard fails. `late`: timeout. `away`: connections are closed. */
type Trouble = 'none' | 'partial' | 'late' | 'busy' | 'away'

type Index = { documents: Map<string, WorkDocument>; aliases: Set<string>; meta: Record<string, string>; made: number }
type Search = {
  size?: number
  query?: Query
  sort?: unknown[]
  search_after?: [number]
  track_total_hits?: boolean
  pit?: { id: string }
  aggs?: { words: { filters: { filters: Record<string, Query> } } }
}
type Answer = { status?: number; body: unknown }

/**
 * In-memory fake of the OpenSearch REST API that we use, with fault injection. OpenSearch's own behavior is covered by
 * `opensearch.long.test.ts` with the same tests.
 * @param credentials the only accepted credentials, such as `reader:secret`; none are required without
 */
export const playOpenSearch = async (credentials: string | null = null) => {
  const indexes = new Map<string, Index>()
  const calls: string[] = []
  let trouble: Trouble = 'none'

  const named = (name: string): [string, Index][] =>
    [...indexes].filter(
      ([own, { aliases }]) =>
        own === name || aliases.has(name) || (name.endsWith('*') && own.startsWith(name.slice(0, -1))),
    )
  const one = (name: string): Index => {
    const [found] = named(name)
    if (found === undefined) throw new Refusal(404, 'index_not_found_exception')
    return found[1]
  }

  const search = (name: string, { size = 10, query, sort = [], search_after: after, aggs, ...rest }: Search) => {
    const documents = [...one(name).documents.values()]
    const hits = documents
      .map((document, place) => ({ document, place, score: query === undefined ? 1 : scoreOf(document, query) }))
      .filter(({ score, place }) => score !== null && (after === undefined || place > after[0]))
    if (sort[0] === '_score') hits.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.document.rank - b.document.rank)
    else if (sort[0] !== '_shard_doc') hits.sort((a, b) => a.document.rank - b.document.rank)
    const filters = Object.entries(aggs?.words.filters.filters ?? {})
    const buckets = filters.map(([key, filter]) => [
      key,
      { doc_count: documents.filter(document => scoreOf(document, filter) !== null).length },
    ])
    return {
      timed_out: trouble === 'late',
      _shards: { failed: trouble === 'partial' ? 1 : 0 },
      hits: {
        ...(rest.track_total_hits === true && { total: { value: hits.length } }),
        hits: hits.slice(0, size).map(({ document, place }) => ({ _source: document, sort: [place] })),
      },
      ...(filters.length > 0 && { aggregations: { words: { buckets: Object.fromEntries(buckets) } } }),
    }
  }

  const bulk = (name: string, lines: object[]): Answer => {
    const { documents, aliases } = one(name)
    if (!aliases.has(name)) throw new Refusal(404, 'index_not_found_exception')
    const items: object[] = []
    for (let at = 0; at < lines.length; at++) {
      const [kind = '', { _id: id }] = Object.entries(lines[at] as Record<string, { _id: string }>)[0] ?? [
        '',
        { _id: '' },
      ]
      const isKnown = kind === 'create' && documents.has(id)
      if (kind === 'delete') documents.delete(id)
      else {
        at += 1
        if (!isKnown) documents.set(id, lines[at] as WorkDocument)
      }
      items.push({ [kind]: isKnown ? { status: 409, error: { reason: 'known' } } : { status: 200 } })
    }
    return { body: { errors: items.some(item => JSON.stringify(item).includes('error')), items } }
  }

  const changeAliases = (actions: Record<string, { index: string; alias: string }>[]): Answer => {
    for (const action of actions) {
      const [kind, { index, alias }] = Object.entries(action)[0] ?? ['', { index: '', alias: '' }]
      if (kind === 'add') one(index).aliases.add(alias)
      else one(index).aliases.delete(alias)
    }
    return { body: {} }
  }

  const answer = (method: string, path: string, body: unknown): Answer => {
    const [name = '', action = ''] = path.slice(1).split('/')
    if (path === '/_aliases') return changeAliases((body as { actions: [] }).actions)
    if (path === '/_search/point_in_time') return { body: {} }
    if (path === '/_search') return { body: search((body as Search).pit?.id ?? '', body as Search) }
    if (name === '_alias') {
      const found = [...indexes].filter(([, { aliases }]) => aliases.has(action))
      if (found.length === 0) throw new Refusal(404, 'alias missing')
      return { body: Object.fromEntries(found.map(([own]) => [own, {}])) }
    }
    if (name === '_cluster') return { body: { status: 'green' } }
    if (method === 'PUT' && action === '') {
      if (indexes.has(name)) throw new Refusal(400, 'resource_already_exists_exception')
      const { aliases = {} } = body as { aliases?: object }
      indexes.set(name, { documents: new Map(), aliases: new Set(Object.keys(aliases)), meta: {}, made: indexes.size })
      return { body: {} }
    }
    if (method === 'DELETE') {
      indexes.delete(name)
      return { body: {} }
    }
    if (action === '_bulk') return bulk(name, body as object[])
    if (action === '_search' && path.endsWith('/point_in_time')) return { body: { pit_id: name } }
    if (action === '_search') return { body: search(name, body as Search) }
    if (action === '_msearch')
      return {
        body: { responses: (body as Search[]).filter((_, n) => n % 2 === 1).map(each => search(name, each)) },
      }
    if (action === '_mget') {
      const { documents } = one(name)
      const docs = (body as { ids: string[] }).ids.map(id => ({ found: documents.has(id), _source: documents.get(id) }))
      return { body: { docs } }
    }
    if (action === '_count')
      return { body: { count: one(name).documents.size, _shards: { failed: trouble === 'partial' ? 1 : 0 } } }
    if (action === '_mapping' && method === 'PUT') {
      one(name).meta = (body as { _meta: Record<string, string> })._meta
      return { body: {} }
    }
    if (action === '_mapping')
      return { body: Object.fromEntries(named(name).map(([own, { meta }]) => [own, { mappings: { _meta: meta } }])) }
    if (action === '_settings' && method === 'GET') {
      const made = named(name).map(([own, each]) => [own, { settings: { index: { creation_date: `${each.made}` } } }])
      return { body: Object.fromEntries(made) }
    }
    one(name)
    return { body: {} }
  }

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const method = request.method ?? 'GET'
    const body = await bodyOf(request)
    calls.push(`${method} ${path}`)
    if (trouble === 'away') {
      request.socket.destroy()
      return
    }
    const isAllowed = credentials === null || request.headers.authorization === `Basic ${btoa(credentials)}`
    if (!isAllowed) {
      response.writeHead(401, { 'Content-Type': 'text/plain' }).end('Unauthorized')
      return
    }
    let given: Answer
    try {
      given = trouble === 'busy' ? { status: 429, body: { error: { type: 'rejected' } } } : answer(method, path, body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      given = { status: error.status, body: { error: { type: error.message, reason: error.message } } }
    }
    response.writeHead(given.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(given.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Received requests, such as `POST /works/_msearch`. */
    calls,
    indexes: () => [...indexes].map(([name, { aliases }]) => ({ name, aliases: [...aliases] })),
    fail: (next: Trouble) => {
      trouble = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  if (text === '') return {}
  if (request.headers['content-type']?.includes('ndjson') !== true) return JSON.parse(text)
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}
