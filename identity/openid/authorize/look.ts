import type { User } from '@corroborate/wire/types'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { type Authorizing, claimsWith, findDescribed, mayGrant } from '../provider/index.ts'
import { deleteLoginPrompt, findClient, findConsents, readLoginPrompt, storeLoginPrompt } from '../store/index.ts'
import { type App, appOf } from './app.ts'
import { type AuthorizationRequest, identityOf, ownTextsOf, queryOf, spoken } from './request.ts'
import { type Endpoint, type Ran, rejectRequest, runAuthorization } from './run.ts'

type Given = {
  session: Pick<LiveSession, 'factors'>
  /** Times of the first display of the request and of the first login prompt for it (epoch ms). */
  shownAt: number
  toldAt: number | null
}

/**
 * True if the login is recent enough for a request that requires a new login (`prompt=login`: `maxAge` 0) or a maximum login age in seconds
 * (OpenID Connect Core, section 3.1.2.1). For `prompt=login`, a factor proved before the login prompt doesn't count, however recent.
 */
export const isFresh = ({ session, shownAt, toldAt }: Given, maxAge: number): boolean => {
  const proved = Math.max(0, ...session.factors.map(({ last_authenticated_at: at }) => Date.parse(at)))
  if (toldAt !== null && proved >= toldAt) return true
  return maxAge > 0 && proved >= shownAt - maxAge * 1_000
}

/** The signed-in user, or null. */
export type Person = { session: LiveSession; user: User } | null

export type Looking = {
  endpoint: Endpoint
  project: Project
  person: Person
  /** Time of the first display (epoch ms). The login doesn't age while the user decides. */
  shownAt: number
  /** Time of the first re-login prompt (epoch ms), or null. */
  toldAt: number | null
}

/** A validated request with everything needed to decide it, or a redirect URL if the error must be reported to the application. */
export type Looked = Sound | { kind: 'wrong'; app: App; url: string }

export type Sound = {
  kind: 'sound'
  app: App
  endpoint: Endpoint
  /** Scopes that can be given, and those that cannot. */
  offered: readonly string[]
  withheld: readonly string[]
  ungrantable: readonly string[]
  resources: readonly string[]
  /** Required user action: login, consent or none. */
  needs: 'login' | 'consent' | 'nothing'
  /** The same request as the provider is to run it. */
  query: string
  running: Authorizing
}

/**
 * Evaluates a request for a user: validates it as the provider would and reports the outcome without issuing anything.
 * @throws Refusal if the request is invalid and must not redirect
 */
export const lookAt = async (
  core: Core,
  { endpoint, project, person, shownAt, toldAt }: Looking,
  request: AuthorizationRequest,
): Promise<Looked> => {
  const client = await findClient(core.db, project.id, request.clientId)
  const described = await findDescribed(endpoint.provider, request.clientId)
  const app = appOf(project, core.origin, {
    client,
    described: described ?? rejectRequest({ error: 'invalid_client', description: '' }),
    redirectUri: request.params.find(([name]) => name === 'redirect_uri')?.[1] ?? '',
  })
  const maySay = (scope: string) => app.scopes.includes(scope)
  const requested = request.scopes.filter(maySay)
  const offered = [...new Set([...requested, ...request.claimScopes.filter(maySay)])]
  const withheld = offered.filter(scope => person !== null && !mayGrant(project, person.user, scope))
  const given = offered.filter(scope => !withheld.includes(scope))
  const resources = request.params.filter(([name]) => name === 'resource').map(([, value]) => value)
  const granted = app.isFirstParty ? { scopes: offered, resources } : await remembered(core, project, person, app)
  const running: Authorizing = {
    person,
    client,
    decision: 'look',
    granted,
    withheld,
    refusedClaims: request.claims.filter(claim => !claimsWith(given).includes(claim)),
    asksAgain: request.prompts.includes('consent') || app.isNative,
    grantId: null,
    isFresh: maxAge => person !== null && isFresh({ session: person.session, shownAt, toldAt }, maxAge),
    asked: null,
  }
  const looked = await runAuthorization(endpoint, queryOf(spoken(request), requested), running)
  if (looked.kind === 'refused') return rejectRequest(looked)
  if (looked.kind === 'redirect') {
    return { kind: 'wrong', app, url: looked.url }
  }
  const { asked } = looked
  return {
    kind: 'sound',
    app,
    endpoint,
    offered: given,
    withheld,
    ungrantable: request.scopes.filter(scope => !given.includes(scope)),
    resources,
    needs: asked.prompt === 'look' ? 'nothing' : asked.prompt === 'login' ? 'login' : 'consent',
    query: queryOf(request, requested),
    running: { ...running, asked: null },
  }
}

/** Lets the provider respond: with a code for a grant, or with an error for the application. */
export const runLooked = (
  { endpoint, query, running }: Sound,
  decision: 'allow' | 'deny',
  grantId: string | null,
): Promise<Ran> => runAuthorization(endpoint, query, { ...running, decision, grantId, asked: null })

/** Returns the user's earlier consent to the application. */
const remembered = async (
  { db }: Core,
  project: Project,
  person: Person,
  { id: clientId }: App,
): Promise<Authorizing['granted']> => {
  if (person === null) return null
  const [consent] = await findConsents(db, project.id, { userId: person.user.user_id, clientId })
  return consent ?? null
}

/** User ID before login. */
const nobody = ''

type Of = { project: Pick<Project, 'id'>; person: Person; asked: AuthorizationRequest }

/**
 * Keys of a possible login prompt for a request, the one of this exact request first. If no user was signed in, the user is known only
 * afterwards, so such a record requires a request with distinguishing values. Clients up to 5.45 send those only with the decision.
 */
const keysOf = ({ project, person, asked }: Of) => {
  const key = (userId: string, request: readonly string[]) => ({ projectId: project.id, userId, request })
  const request = identityOf(asked)
  const words = ownTextsOf(asked)
  const users = [...(person === null ? [] : [person.user.user_id]), nobody]
  return [
    ...(words.length === 0 ? [] : users.map(userId => key(userId, [...request, ...words]))),
    ...(person === null ? [] : [key(person.user.user_id, request)]),
  ]
}

/** Records that the user was prompted to log in for a request. */
export const recordLoginPrompt = async (db: Database, of: Of, now: number): Promise<void> => {
  const [key] = keysOf(of)
  if (key !== undefined) await storeLoginPrompt(db, key, now)
}

/** Returns the time of the login prompt for a request (epoch ms), or null if there was none. */
export const findLoginPrompt = async (db: Database | Tx, of: Of, now: number): Promise<number | null> => {
  const told = await Promise.all(keysOf(of).map(key => readLoginPrompt(db, key, now)))
  return told.find(at => at !== null) ?? null
}

/** The request has been answered: another one needs a log-in of its own. */
export const consumeLoginPrompt = async (tx: Tx, of: Of): Promise<void> => {
  for (const key of keysOf(of)) await deleteLoginPrompt(tx, key)
}
