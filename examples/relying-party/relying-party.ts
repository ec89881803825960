import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as openid from 'openid-client'

/** What the application knows of one browser; a real one keeps it in its own store. */
type Visit = {
  /** What was sent with the person to the provider, until they come back. */
  pending?: { state: string; nonce: string; pkceCodeVerifier: string }
  /** Who signed in. */
  person?: { sub: string; email: string; idToken: string }
}

/** A small application that signs people in with an OpenID provider: `/`, `/sign-in`, `/back`, `/sign-out`. */
export const createRelyingParty = (config: openid.Configuration, home: string) => {
  const visits = new Map<string, Visit>()
  const redirectUri = `${home}/back`

  const signIn = async (visit: Visit): Promise<string> => {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    visit.pending = { state: openid.randomState(), nonce: openid.randomNonce(), pkceCodeVerifier }
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: visit.pending.state,
      nonce: visit.pending.nonce,
    }).href
  }

  const comeBack = async (visit: Visit, url: URL): Promise<string> => {
    const { pending } = visit
    delete visit.pending
    if (pending === undefined) return '/'
    const tokens = await openid.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: pending.pkceCodeVerifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
    })
    const sub = tokens.claims()?.sub ?? ''
    const { email = '' } = await openid.fetchUserInfo(config, tokens.access_token, sub)
    visit.person = { sub, email, idToken: tokens.id_token ?? '' }
    return '/'
  }

  const signOut = (visit: Visit): string => {
    const hint = visit.person === undefined ? {} : { id_token_hint: visit.person.idToken }
    delete visit.person
    return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: `${home}/`, ...hint }).href
  }

  const pageOf = ({ person }: Visit): string =>
    person === undefined
      ? '<p>Nobody is signed in.</p><p><a href="/sign-in">Sign in with Corroborate</a></p>'
      : `<p>Signed in as <strong>${escaped(person.email || person.sub)}</strong>.</p><p><a href="/sign-out">Sign out</a></p>`

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', home)
    const { id, visit } = visitOf(visits, request, response)
    const lead = (to: string) => response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end()
    if (url.pathname === '/sign-in') lead(await signIn(visit))
    else if (url.pathname === '/back') {
      const to = await comeBack(visit, url)
      // Whoever signed in gets another id, so that nobody who knew the old one is signed in, too.
      visits.delete(id)
      visitOf(visits, { headers: {} }, response, visit)
      lead(to)
    } else if (url.pathname === '/sign-out') lead(signOut(visit))
    else if (url.pathname === '/') show(response, 200, pageOf(visit))
    else show(response, 404, '<p>There is nothing here.</p>')
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      const reason = error instanceof Error && 'error' in error ? String(error.error) : 'it did not work'
      show(response, 400, `<p>Nobody was signed in: ${escaped(reason)}.</p><p><a href="/">Back</a></p>`)
    })
  }
}

/** The visit of a browser, by a cookie that no script reads. */
const visitOf = (
  visits: Map<string, Visit>,
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  begun: Visit = {},
): { id: string; visit: Visit } => {
  const known = /(?:^|; )visit=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const visit = visits.get(known)
  if (visit !== undefined) return { id: known, visit }
  const id = randomUUID()
  visits.set(id, begun)
  response.setHeader('Set-Cookie', `visit=${id}; Path=/; HttpOnly; SameSite=Lax`)
  return { id, visit: begun }
}

const show = (response: ServerResponse, status: number, content: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Reader</title><h1>Reader</h1>${content}`,
  )
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
