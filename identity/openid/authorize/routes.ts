import { endpoints } from '@corroborate/wire/endpoints.schema'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import type { Providers } from '../provider/index.ts'
import { noteShown } from '../store/index.ts'
import type { App } from './app.ts'
import { findLoginPrompt, type Looked, lookAt, type Person, recordLoginPrompt, runLooked } from './look.ts'
import { type AuthorizationRequest, identityOf, readOpaque, readRequest, withSomeChallenge } from './request.ts'
import { addressIn, answerIn, endpointOf } from './run.ts'
import { personOf, submitAuthorization } from './submit.ts'

/** SPEC.md's descriptions of the scopes that every project has. */
const descriptions: Readonly<Record<string, string>> = {
  openid: 'Verify your identity',
  profile: 'View your personal profile information',
  email: 'View your personal profile information',
  phone: 'View your personal profile information',
  offline_access: "Maintain access to your data even when you're not actively using the app",
}

/** Describes for users what a scope allows. */
export const describeScope = ({ rbac }: Pick<Project, 'rbac'>, scope: string): string =>
  descriptions[scope] ?? (rbac.scopes.find(rule => rule.scope === scope)?.description || `Use the ${scope} scope`)

type Started = { project: Project; person: Person; now: number; asked: AuthorizationRequest }

/** Request details shown to the user. */
type Shown = {
  app: App
  /** Scopes that can be granted, and requested scopes that cannot. */
  offered: readonly string[]
  ungrantable: readonly string[]
  /** No user is signed in. */
  loginRequired: boolean
  consentRequired: boolean
  /** URL of an immediate redirect: the request is invalid, or it requires interaction with `prompt=none`. */
  redirectUri: string | undefined
}

/**
 * Evaluates a request for the deciding user and records that it was shown: only shown requests can be answered.
 * @throws Refusal if the request is invalid and must not redirect, or requires a new login
 */
const startAuthorization = async (
  core: Core,
  providers: Providers,
  { project, person, now, asked: said }: Started,
): Promise<Shown> => {
  const endpoint = await endpointOf(core, providers, project)
  const asked = await readOpaque(endpoint, said)
  const isSilent = asked.prompts.includes('none')
  const of = { project, person, asked }
  const toldAt = await findLoginPrompt(core.db, of, now)
  const looked = await lookAt(core, { endpoint, project, person, shownAt: now, toldAt }, withSomeChallenge(asked))
  const shown = shownOf(looked)
  if (looked.kind === 'wrong') {
    // Never redirects users who are not logged in (RFC 9700, section 4.11.2), except with `prompt=none`.
    return person !== null || isSilent
      ? { ...shown, redirectUri: looked.url }
      : { ...shown, loginRequired: true, consentRequired: true }
  }
  if (isSilent && looked.needs !== 'nothing') {
    return { ...shown, redirectUri: addressIn(await runLooked(looked, 'allow', null)) }
  }
  const wantsLogin = asked.prompts.includes('login') || asked.params.some(([name]) => name === 'max_age')
  if (person === null) {
    if (wantsLogin) await recordLoginPrompt(core.db, of, now)
    return { ...shown, loginRequired: true, consentRequired: true }
  }
  if (looked.needs === 'login') {
    await recordLoginPrompt(core.db, of, now)
    refuse('stale_factors')
  }
  const consentRequired = looked.needs === 'consent'
  const key = { projectId: project.id, sessionId: person.session.id, request: identityOf(asked) }
  await noteShown(core.db, key, { asks: consentRequired, shownAt: now })
  return { ...shown, consentRequired }
}

const shownOf = (looked: Looked): Shown => ({
  app: looked.app,
  offered: looked.kind === 'sound' ? looked.offered : [],
  ungrantable: looked.kind === 'sound' ? looked.ungrantable : [],
  loginRequired: false,
  consentRequired: false,
  redirectUri: undefined,
})

/** Formats an application for the contract. */
const oidcClientOf = (app: App) => ({
  client_id: app.id,
  client_name: app.name,
  client_description: app.description,
  client_type: `${app.isFirstParty ? 'first_party' : 'third_party'}${app.isPublic ? '_public' : ''}` as
    | 'first_party'
    | 'first_party_public'
    | 'third_party'
    | 'third_party_public',
  ...(app.logoUrl !== null && { client_logo_url: app.logoUrl }),
  verified: app.isVerified,
  redirect_host: app.redirectHost,
})

/** Returns the result for each scope. */
const scopeResultsOf = (project: Project, { offered, ungrantable }: Shown) =>
  [...offered.map(scope => [scope, true] as const), ...ungrantable.map(scope => [scope, false] as const)].map(
    ([scope, is_grantable]) => ({ scope, is_grantable, description: describeScope(project, scope) }),
  )

/** Endpoints of the consent page, with the user's decision as JSON. */
export const authorizeCalls = (core: Core, providers: Providers): readonly Route[] => [
  answer(endpoints.idp.oauthAuthorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    return {
      ...answerOf(project, shown),
      oidc_client: oidcClientOf(shown.app),
      grantable_scope: shown.offered.join(' '),
      ungrantable_scope: shown.ungrantable.join(' '),
    }
  }),

  answer(endpoints.idp.authorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    return {
      ...answerOf(project, shown),
      user_id: person?.user.user_id ?? '',
      user: person?.user ?? null,
      client: oidcClientOf(shown.app),
    }
  }),

  answer(endpoints.idp.authorizeSubmit, async ({ project, session, request, body }) => {
    const { consent_granted: consentGranted, ...asked } = body
    const person = await personOf(core, project, session, request.now)
    const url = await submitAuthorization(core, providers, {
      project,
      person,
      request,
      asked: readRequest(asked),
      consentGranted,
    })
    const code = answerIn(url).get('code')
    return { redirect_uri: url, ...(code !== null && { authorization_code: code }) }
  }),
]

const answerOf = (project: Project, shown: Shown) => ({
  consent_required: shown.consentRequired,
  scope_results: scopeResultsOf(project, shown),
  ...(shown.loginRequired && { login_required: true }),
  redirect_uri: shown.redirectUri,
})
