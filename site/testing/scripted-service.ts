import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * Behavior of a fake service for one request. `hang` never responds; `huge` sends 6 MB; `cut` truncates; `garbage` is invalid JSON;
 * `elsewhere` redirects to another host.
 */
type Behaviour =
  | 'answer'
  | 'hang'
  | 'huge'
  | 'cut'
  | 'garbage'
  | 'elsewhere'
  | { status: number; headers?: Record<string, string> }

export type ScriptedService = {
  /** Its address, to be given as OPENALEX_URL or CROSSREF_URL. */
  url: string
  /** Every request so far: the target as it came (still encoded) and the headers. */
  requests: { target: string; headers: IncomingMessage['headers'] }[]
  /** Sets the behavior of all later requests, and of the first ones in order. */
  behave: (always: Behaviour, ...first: Behaviour[]) => void
  close: () => Promise<void>
}

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** Starts a server on its own port that responds by `answer` unless set to misbehave. */
export const startScriptedService = async (answer: (target: URL) => Answer): Promise<ScriptedService> => {
  const requests: ScriptedService['requests'] = []
  let next: Behaviour[] = []
  let always: Behaviour = 'answer'

  const respond = (target: string, response: ServerResponse): void => {
    const behaviour = next.shift() ?? always
    if (behaviour === 'hang') return
    if (behaviour === 'huge') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(6 * 2 ** 20)}"`)
      return
    }
    if (behaviour === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"id":')
      setTimeout(() => response.destroy(), 10)
      return
    }
    if (behaviour === 'garbage') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>maintenance</html>')
      return
    }
    if (behaviour === 'elsewhere') {
      response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data' }).end()
      return
    }
    const { status, body, headers } =
      behaviour === 'answer' ? answer(new URL(target, 'http://service')) : { ...behaviour, body: { error: 'scripted' } }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    requests.push({ target, headers: request.headers })
    respond(target, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    behave(afterwards, ...first) {
      always = afterwards
      next = first
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
