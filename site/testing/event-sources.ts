import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A notice as Crossref lists it, with the day its record was deposited. */
export type ListedWork = { DOI: string; title?: string[]; 'update-to'?: object[]; deposited: string }

/** Fault of the fake server. `cut` truncates the response; `html` is a web page; `hang` never responds. */
export type Failure = 'cut' | 'html' | 'hang' | { status: number; headers?: Record<string, string> }

export type EventSources = {
  url: string
  /** Crossref's works by deposit date, and the two lists as CSV. */
  works: ListedWork[]
  lists: Record<'/retraction_watch.csv' | '/flora.csv', string>
  /** Crossref's rate limit headers. */
  pace: Record<string, string>
  requests: { path: string; query: URLSearchParams; headers: NodeJS.Dict<string | string[]> }[]
  /** Fails the next requests, in order; null answers. */
  fail: (...failures: (Failure | null)[]) => void
  close: () => Promise<void>
}

/**
 * Fake server of the nightly sources: Crossref's `GET /works` with its filters, single-use cursors and rate limit headers; and two CSV
 * files with an ETag.
 */
export const startEventSources = async (): Promise<EventSources> => {
  const works: ListedWork[] = []
  const lists: EventSources['lists'] = { '/retraction_watch.csv': '', '/flora.csv': '' }
  const pace: EventSources['pace'] = { 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s' }
  const requests: EventSources['requests'] = []
  const cursors = new Map<string, number>()
  let failures: (Failure | null)[] = []

  const listing = (query: URLSearchParams, response: ServerResponse): void => {
    const filter = new Map((query.get('filter') ?? '').split(',').map(part => part.split(':') as [string, string]))
    const cursor = query.get('cursor') ?? ''
    const from = cursor === '*' ? 0 : cursors.get(cursor)
    const rows = Number(query.get('rows'))
    if (filter.get('is-update') !== 'true' || from === undefined || !(rows > 0 && rows <= 1000)) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"status":"failed"}')
      return
    }
    const first = filter.get('from-update-date') ?? ''
    const last = filter.get('until-update-date') ?? ''
    const found = works.filter(({ deposited }) => deposited >= first && deposited <= last)
    const items = found.slice(from, from + rows).map(({ deposited: _, ...work }) => work)
    const next = `cursor ${cursors.size + 1}/+=`
    cursors.set(next, from + rows)
    const message = { 'total-results': found.length, items, 'items-per-page': rows, 'next-cursor': next }
    response
      .writeHead(200, {
        'content-type': 'application/json',
        ...pace,
        'x-concurrency-limit': '3',
      })
      .end(JSON.stringify({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message }))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sources')
    requests.push({ path: pathname, query: searchParams, headers: request.headers })
    const failure = failures.shift() ?? null
    if (failure === 'hang') return
    if (failure === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><p>Sign in')
    else if (failure === 'cut') {
      response.writeHead(200, { 'content-length': '100000' }).write('Record ID,Title')
      setImmediate(() => response.destroy())
    } else if (failure !== null) response.writeHead(failure.status, failure.headers).end('no')
    else if (pathname === '/works') listing(searchParams, response)
    else {
      const text = lists[pathname as keyof typeof lists] ?? ''
      const etag = `"${createHash('sha1').update(text).digest('hex')}"`
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', etag }).end(text)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    works,
    lists,
    pace,
    requests,
    fail(...next) {
      failures = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
