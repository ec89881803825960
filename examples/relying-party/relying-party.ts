import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Library, Registered } from './libraries/index.ts'

/** Per-browser state of the application. A real one keeps it in its own store. */
type Visit = {
  /** Library state needed when the user returns from the provider. */
  kept: Record<string, unknown>
  person?: Awaited<ReturnType<Library['comeBack']>>
}

type Config = {
  registered: Pick<Registered, 'home' | 'issuer'>
  library: Library
  /** Redirect path. */
  path: string
}

/** A small application that signs people in with an OpenID provider: `/`, `/sign-in`, where they come back, `/renew`, `/sign-out`. */
export const createRelyingParty = ({ registered: { home, issuer }, library, path }: Config) => {
  const visits = new Map<string, Visit>()

  /** Returns the URL that also ends the session at the provider (OpenID Connect RP-Initiated Logout). */
  const signOut = (visit: Visit): string => {
    const { person } = visit
    delete visit.person
    if (person === undefined) return '/'
    // The token identifies the application.
    const asked = { id_token_hint: person.idToken, post_logout_redirect_uri: `${home}/` }
    return `${issuer}/oauth2/logout?${new URLSearchParams(asked)}`
  }

  const pageOf = ({ person }: Visit): string =>
    person === undefined
      ? '<p>Nobody is signed in.</p><p><a href="/sign-in">Sign in with Corroborate</a></p>'
      : `<p>Signed in as <strong>${escaped(person.email || person.sub)}</strong>.</p><p><a href="/renew">Ask again</a> <a href="/sign-out">Sign out</a></p>`

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', home)
    const { id, visit } = visitOf(visits, request, response)
    const lead = (to: string) => response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end()
    if (url.pathname === '/sign-in') lead(await library.leave(visit.kept))
    else if (url.pathname === path) {
      visit.person = await library.comeBack(visit.kept, url)
      // Changes the ID on sign-in to prevent session fixation.
      visits.delete(id)
      visitOf(visits, { headers: {} }, response, visit)
      lead('/')
    } else if (url.pathname === '/renew' && visit.person !== undefined) {
      const { accessToken } = visit.person
      visit.person = await library.renew(visit.kept, visit.person)
      const isNew = accessToken !== visit.person.accessToken
      show(
        response,
        200,
        `<p>${isNew ? 'Still' : 'No new token for'} ${escaped(visit.person.email || visit.person.sub)}.</p>`,
      )
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
  begun: Visit = { kept: {} },
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
