import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ProblemAnswers, plainJson } from './answer-problem.ts'
import { HttpProblem } from './http-problem.ts'

/** Linger time in ms of a connection after its last response, so that the client can read it. */
const farewell = 1_000

/** Maps a Node parser error to a problem. */
const problemOf = (error: NodeJS.ErrnoException): HttpProblem => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpProblem(431, 'The headers are too large: send less.', { kind: 'body-too-large' })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpProblem(413, 'The extensions of the chunks are too large: send less.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpProblem(408, 'The request took too long to arrive: send it again.')
    default:
      return malformed()
  }
}

const malformed = (): HttpProblem => new HttpProblem(400, 'This is no well-formed HTTP request.')

/**
 * Responds to requests that never reach an app: unparsable ones, invalid URLs, timeouts, CONNECT, and unsupported `Expect` headers. They
 * get the same JSON as every other error (RFC 9110 §15.5).
 */
export const brokenRequests = ({ toJson = plainJson }: Pick<ProblemAnswers, 'toJson'> = {}) => {
  const wordsOf = (problem: HttpProblem): { body: string; headers: Record<string, string> } => {
    const requestId = randomUUID()
    return {
      body: JSON.stringify(toJson(problem, requestId)),
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': requestId,
        ...problem.headers,
      },
    }
  }

  /** Writes an answer where Node has none to offer, and ends the connection. */
  const endWith = (socket: Duplex, problem: HttpProblem): void => {
    const { body, headers } = wordsOf(problem)
    const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
      () => setTimeout(() => socket.destroy(), farewell).unref(),
    )
  }

  return {
    /** For the listener's own adapter: an address that makes no URL, or an app that failed beyond its error handler. */
    answer: (error: unknown): Response => {
      const isTheirs = error instanceof Error && error.name === 'RequestError'
      const problem = isTheirs ? malformed() : new HttpProblem(500, 'Something went wrong on our side.')
      const { body, headers } = wordsOf(problem)
      return new Response(body, { status: problem.status, headers: { ...headers, Connection: 'close' } })
    },

    /** Replaces Node's default handling: a bare status, or no response. */
    attach: (server: Server): void => {
      server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
        // Once the headers of an answer have been sent, a second answer would corrupt it.
        const isAnswering = (Reflect.get(socket, '_httpMessage') as ServerResponse | null)?.headersSent === true
        if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy()
        else endWith(socket, problemOf(error))
      })
      server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
        const { body, headers } = wordsOf(new HttpProblem(417, 'We meet no expectation but 100-continue.'))
        outgoing.writeHead(417, { ...headers, Connection: 'close' }).end(body)
      })
      server.on('connect', (_: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => {})
        endWith(socket, new HttpProblem(405, 'This is no proxy.'))
      })
    },
  }
}
