import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { callerHeader, createReadCaller } from '@corroborate/server-kit/known-caller'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { errorBody, successBody } from '@corroborate/wire/envelope'
import type { ErrorType } from '@corroborate/wire/errors'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { callerSecret } from '../app-under-test.ts'
import { createAccounts, project, publishedKey, type StandInSession, type StandInUser, sessionJwt } from './accounts.ts'
import { createAnswers, type Mail } from './answers.ts'

/** Behavior of the provider: `answer`; `hang`, never responds; a bare status; or an error for all requests, or for one path (`at`). */
type Behaviour = 'answer' | 'hang' | { status: number } | { refusal: ErrorType; at?: string }

type Asked = { path: string; token: string | null; caller: string | null; body: string }

export type StandInProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/**
 * A server that speaks the part of the identity provider's contract that the site's server uses, and fails like one. Its
 * clock is `clock.now`.
 */
export const startIdentityProvider = async ({ requirePkce = false }: { requirePkce?: boolean } = {}) => {
  const clock = { now: Date.now() }
  const requests: Asked[] = []
  const mails: Mail[] = []
  let behaviour: Behaviour = 'answer'
  const accounts = createAccounts(clock)
  const readCaller = createReadCaller([callerSecret], () => clock.now)
  const jwtOf = (session: StandInSession): string => sessionJwt(session, origin, clock.now)
  const answers = createAnswers({ accounts, mails, requirePkce, jwtOf })

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await readAsked(request, readCaller)
    requests.push(asked)
    const { path, body, token } = asked
    const say = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (behaviour === 'hang') return
    if (behaviour !== 'answer' && 'status' in behaviour) return void response.writeHead(behaviour.status).end()
    if (request.url === jwksPath(project)) return void say(200, { keys: [publishedKey()] })
    const refused = behaviour !== 'answer' && (behaviour.at ?? path) === path ? behaviour.refusal : null
    const said = refused ?? answers[path]?.(body === '' ? {} : JSON.parse(body), token) ?? 'route_not_found'
    if (typeof said !== 'string') return void say(200, successBody(said, 'request-id-test-1'))
    const refusal = errorBody(said, { requestId: 'request-id-test-1', docsUrl: 'https://docs.example' })
    say(refusal.status_code, refusal)
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    origin,
    clock,
    requests,
    mails,
    sessions: accounts.sessions,
    addUser: accounts.addUser,
    signIn: accounts.signIn,
    jwtOf,
    asked: (path: string): number => requests.filter(request => request.path === path).length,
    behave: (next: Behaviour): void => {
      behaviour = next
    },
    mailLink: (user: StandInUser): string => accounts.addLink(user),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Parses a request's body, session and signing application. */
const readAsked = async (request: IncomingMessage, readCaller: ReturnType<typeof createReadCaller>): Promise<Asked> => {
  let body = ''
  for await (const chunk of request) body += chunk
  const signed = String(request.headers[callerHeader.toLowerCase()])
  return {
    path: (request.url ?? '').replace(sdkPrefix, ''),
    token: parseAuthorization(request.headers.authorization)?.sessionToken ?? null,
    caller: readCaller(signed, { method: request.method ?? '', path: request.url ?? '' }),
    body,
  }
}
