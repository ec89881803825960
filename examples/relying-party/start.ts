import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import process from 'node:process'
import { printHelpIfRequested } from '@corroborate/server-kit/command-line'
import { identity } from './identity-cli.ts'
import { type Library, libraries, type Registered as RelyingPartyRegistered } from './libraries/index.ts'
import type { Registered } from './libraries/library.ts'

type App = { client_id: string; name: string }
type Credentials = { client_id: string; client_secret: string; issuer: string }

/**
 * Registers this application with the local provider, or rotates the secret of an existing one. In production an operator does this once,
 * and the application reads ID, secret and issuer from its settings.
 * @param name display name
 * @param path redirect path
 * @param flags more flags of `app create`
 */
const ensureApp = async (
  home: string,
  { name, path, flags }: { name: string; path: string; flags: readonly string[] },
): Promise<Registered> => {
  const known = (await identity<App[]>('app', 'list')).find(app => app.name === name)
  const said = ['--redirect', home + path, '--post-logout-redirect', `${home}/`, ...flags]
  const made =
    known === undefined
      ? await identity<Credentials>('app', 'create', '--name', name, ...said)
      : await identity<Credentials>('app', 'rotate-secret', known.client_id)
  if (known !== undefined) await identity('app', 'set', known.client_id, ...said)
  return { home, issuer: made.issuer, clientId: made.client_id, clientSecret: made.client_secret }
}

/** Per-browser state of the application. A real one keeps it in its own store. */
type Visit = {
  /** Library state needed when the user returns from the provider. */
  kept: Record<string, unknown>
  person?: Awaited<ReturnType<Library['comeBack']>>
}

type Config = {
  registered: Pick<RelyingPartyRegistered, 'home' | 'issuer'>
  library: Library
  /** Redirect path. */
  path: string
}

/** A small application that signs people in with an OpenID provider: `/`, `/sign-in`, where they come back, `/renew`, `/sign-out`. */
const createRelyingParty = ({ registered: { home, issuer }, library, path }: Config) => {
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

printHelpIfRequested(`
Usage: npm run relying-party [-- ADDRESS [PACKAGE]]

Serves an application that signs people in by OpenID Connect, at http://localhost:8090 unless ADDRESS is given.
Packages: ${Object.keys(libraries).join(', ')}
`)

/** URL of this application, and the package it signs users in with. */
const [home = 'http://localhost:8090', name = 'openid-client'] = process.argv.slice(2)
const library = await libraries[name]?.()
if (library === undefined) throw new Error(`There is no ${name}: say ${Object.keys(libraries).join(', ')}.`)

const { path = '/back', flags = [] } = library
const title = name === 'openid-client' ? 'Reader' : `Reader on ${name}`
const registered = await ensureApp(home, { name: title, path, flags })
const server = createServer(createRelyingParty({ registered, library: await library.open(registered), path }))
server.listen(Number(new URL(home).port), () => process.stdout.write(`\n  Reader  ${home}\n\n`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.closeAllConnections()
    server.close()
  })
}
