import type { User } from '@corroborate/wire/types'
import type Provider from 'oidc-provider'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { type Authorizing, claimsWith, mayGrant, scopesOf } from '../provider/index.ts'
import { type Consent, findClient, findConsents } from '../store/index.ts'
import { type App, appOf } from './app.ts'
import { isFresh } from './is-fresh.ts'
import { refuseRequest } from './refusals.ts'
import { type AuthorizationRequest, queryOf, spoken } from './request.ts'
import { type Endpoint, type Ran, runAuthorization } from './run.ts'

/** Who is asked: somebody who is signed in, or nobody. */
export type Person = { session: LiveSession; user: User } | null

export type Looking = {
  endpoint: Endpoint
  project: Project
  person: Person
  /** When they were first shown it (epoch ms): thinking about it does not age their log-in. */
  shownAt: number
  /** When they were first told to log in again for it (epoch ms), or null. */
  toldAt: number | null
}

/** A request with all that decides it; or, when it is wrong in a way that the application is to be told, where to go. */
export type Looked = Sound | { kind: 'wrong'; app: App; url: string; error: string }

export type Sound = {
  kind: 'sound'
  app: App
  endpoint: Endpoint
  /** Scopes that can be given, and those that cannot. */
  offered: readonly string[]
  withheld: readonly string[]
  ungrantable: readonly string[]
  resources: readonly string[]
  /** What the person is needed for: to log in (again), to consent, or not at all. */
  needs: 'login' | 'consent' | 'nothing'
  /** The same request as the provider is to run it. */
  query: string
  running: Authorizing
}

/**
 * Looks at a request on behalf of a person: checks it as the provider would, says what it comes to, and issues nothing.
 * @throws Refusal when the request is wrong in a way that nobody is sent anywhere for
 */
export const lookAt = async (
  core: Core,
  { endpoint, project, person, shownAt, toldAt }: Looking,
  request: AuthorizationRequest,
): Promise<Looked> => {
  const client = await findClient(core.db, project.id, request.clientId)
  const app = appOf(project, core.origin, {
    client,
    described: await findDescribed(endpoint.provider, request.clientId),
    redirectUri: request.params.find(([name]) => name === 'redirect_uri')?.[1] ?? '',
  })
  const known = scopesOf(project)
  const maySay = (scope: string) => known.includes(scope) && app.scopes.includes(scope)
  const requested = request.scopes.filter(maySay)
  const named = request.scopes.includes('openid') ? request.claimScopes.filter(maySay) : []
  const offered = [...new Set([...requested, ...named])]
  const withheld = person === null ? [] : offered.filter(scope => !mayGrant(project, person.user, scope))
  const given = offered.filter(scope => !withheld.includes(scope))
  const resources = request.params.filter(([name]) => name === 'resource').map(([, value]) => value)
  const [consent] =
    person === null
      ? []
      : await findConsents(core.db, project.id, {
          userId: person.user.user_id,
          clientId: request.clientId,
        })
  const granted = app.isFirstParty ? { scopes: offered, resources } : remembered(consent)
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
  if (looked.kind === 'refused') return refuseRequest(looked)
  if (looked.kind === 'redirect') {
    return { kind: 'wrong', app, url: looked.url, error: looked.error ?? '' }
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

/** Lets the provider answer: with a code for a grant, or with what the application is told instead. */
export const runLooked = (
  { endpoint, query, running }: Sound,
  decision: 'allow' | 'deny',
  grantId: string | null,
): Promise<Ran> => runAuthorization(endpoint, query, { ...running, decision, grantId, asked: null })

const remembered = (consent: Consent | undefined) => ({
  scopes: consent?.scopes ?? [],
  resources: consent?.resources ?? [],
})

const findDescribed = async (provider: Provider, clientId: string) => {
  try {
    const client = await provider.Client.find(clientId)
    return client ?? refuseRequest({ error: 'invalid_client', description: '' })
  } catch (error) {
    if (error instanceof Error && 'error' in error) return refuseRequest({ error: 'invalid_client', description: '' })
    throw error
  }
}
