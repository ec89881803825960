import { messageOf } from '@corroborate/server-kit/error-message'
import type { Secret } from '@corroborate/server-kit/settings'
import { Client, errors } from '@opensearch-project/opensearch'
import { createBreaker } from '../../kit/outside/index.ts'

/** Works in OpenSearch: node URLs, which may include credentials, and the index alias. */
export type SearchPlace = { nodes: readonly string[]; name: string }

/** The place that the setting SEARCH_URL names; null where works are in a file. */
export const searchPlaceOf = (searchUrls: readonly Secret[] | null): SearchPlace | null =>
  searchUrls === null ? null : { nodes: searchUrls.map(url => url.reveal()), name: 'corroborate-works' }

/** Why OpenSearch did not answer. `busy`: it has too much to do. `broken`: it is away, or only a part of it answered. */
export class NotAnswered extends Error {
  readonly because: 'busy' | 'broken'

  constructor(because: 'busy' | 'broken', message: string) {
    super(message)
    this.because = because
  }
}

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  path: string
  querystring?: Record<string, string | number | boolean>
  body?: object
  /** Lines of JSON, for `_bulk` and `_msearch`. */
  lines?: readonly object[]
}

/** OpenSearch's REST API. */
export type Ask = {
  /** Sends an idempotent request within `patience` ms, with failover to other nodes. @throws NotAnswered */
  read: <Body>(call: Call, patience: number) => Promise<Body>
  /** For operators and imports: waits long, and gives the status too. Its errors are those of the client. */
  write: <Body>(call: Call) => Promise<{ status: number; body: Body }>
  close: () => Promise<void>
}

const longPatience = 600_000
/** While it is unavailable requests fail at once; one request in this many ms probes it. */
const pause = 1_000

type Options = { onNotice?: (sentence: string) => void; now?: () => number }

/** Creates the OpenSearch client, without a request yet. */
export const openAsk = ({ nodes }: SearchPlace, { onNotice = () => {}, now = Date.now }: Options = {}): Ask => {
  const client = new Client({ nodes: nodes.map(node => nodeOf(node)), ...authOf(nodes), maxRetries: nodes.length })
  const breaker = createBreaker({
    now,
    pause,
    onChange: open =>
      onNotice(
        open ? 'OpenSearch is not responding; search is disabled until it does.' : 'OpenSearch is responding again.',
      ),
  })

  const request = async <Body>({ method, path, querystring, body, lines }: Call, patience: number) => {
    const answer = await client.transport.request(
      {
        method,
        path,
        ...(querystring && { querystring }),
        ...(body && { body }),
        ...(lines && { bulkBody: [...lines] }),
      },
      { requestTimeout: patience },
    )
    return { status: answer.statusCode ?? 0, body: answer.body as Body }
  }

  return {
    async read<Body>(call: Call, patience: number) {
      if (!breaker.mayCall()) throw new NotAnswered('broken', 'OpenSearch did not respond recently.')
      try {
        const { body } = await request<Body>(call, patience)
        breaker.succeeded()
        return body
      } catch (error) {
        const reason = notAnswered(error)
        if (reason.because === 'busy') breaker.succeeded()
        else breaker.failed()
        throw reason
      }
    },
    write: call => request(call, longPatience),
    close: () => client.close(),
  }
}

const notAnswered = (error: unknown): NotAnswered =>
  error instanceof errors.ResponseError && error.statusCode === 429
    ? new NotAnswered('busy', 'OpenSearch is overloaded.')
    : new NotAnswered('broken', `OpenSearch did not respond: ${messageOf(error)}`)

/** True if the error is from OpenSearch or the connection to it. */
export const isOfOpenSearch = (error: unknown): error is Error => error instanceof errors.OpenSearchClientError

/** True if a write was rejected with this status. */
export const wasRejected = (error: unknown, status: number): boolean =>
  error instanceof errors.ResponseError && error.statusCode === status

const nodeOf = (node: string): string => {
  const url = new URL(node)
  url.username = ''
  url.password = ''
  return url.href
}

/** The name and the password in the first address. */
const authOf = ([node = '']: readonly string[]) => {
  const { username, password } = new URL(node)
  if (username === '') return {}
  return { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }
}
