import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

export type Project = { provider: string; projectId: string; publicToken: string }

/** Backend of a page that signs in with the widget. Serves `GET …/me` and `POST …/log-out`. */
export const createBackend = ({ provider, projectId, publicToken }: Project) => {
  // Fetched when first needed, kept, and fetched again when a key is unknown.
  const keys = createRemoteJWKSet(new URL(`${provider}/v1/sessions/jwks/${projectId}`))

  /** Calls the provider in the name of a session. */
  const call = (path: string, sessionToken: string) =>
    fetch(`${provider}/sdk/v1/${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${publicToken}:${sessionToken}`)}`,
        'Content-Type': 'application/json',
      },
      body: '{}',
    })

  /**
   * Returns the signed-in user, or null. JWTs are verified locally; expired ones are checked with the provider. A session that still owes
   * the second factor doesn't count as signed in.
   */
  const userIdOf = async ({ stytch_session_jwt: jwt, stytch_session: token }: Cookies): Promise<string | null> => {
    try {
      const expected = { issuer: provider, audience: projectId, algorithms: ['RS256', 'ES256'] }
      const { payload } = await jwtVerify(jwt ?? '', keys, expected)
      return owesSecondFactor(payload) ? null : (payload.sub ?? null)
    } catch {
      if (token === undefined) return null
      const answer = await call('sessions/authenticate', token)
      if (!answer.ok) return null
      const { data } = (await answer.json()) as { data: { session: { user_id: string; custom_claims: Claims | null } } }
      return owesSecondFactor(data.session.custom_claims) ? null : data.session.user_id
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cookies = readCookies(request.headers.cookie)
    const action = `${request.method} ${request.url?.split('/').at(-1)}`
    if (action === 'GET me') {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ user_id: await userIdOf(cookies) }))
    } else if (action === 'POST log-out') {
      if (cookies.stytch_session !== undefined) await call('sessions/revoke', cookies.stytch_session)
      const gone = ['stytch_session', 'stytch_session_jwt'].map(name => `${name}=; Path=/; Max-Age=0`)
      response.writeHead(303, { Location: './', 'Set-Cookie': gone }).end()
    } else {
      response.writeHead(404).end('There is nothing here.')
    }
  }
}

type Claims = Readonly<Record<string, unknown>>

/** True if a session or its JWT says that the user has an authenticator app but has not completed a second factor. */
const owesSecondFactor = (claims: Claims | null): boolean => claims?.second_factor === 'owed'

type Cookies = { stytch_session?: string; stytch_session_jwt?: string }

const readCookies = (header = ''): Cookies =>
  Object.fromEntries(header.split('; ').map(pair => [pair.split('=')[0], decodeURIComponent(pair.split('=')[1] ?? '')]))
