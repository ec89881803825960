import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Providers } from '../provider/index.ts'
import { noteShown } from '../store/index.ts'
import type { App } from './app.ts'
import { describeScope } from './describe-scope.ts'
import { type Looked, lookAt, type Person, runLooked } from './look.ts'
import { readOpaque } from './opaque-request.ts'
import { type AuthorizationRequest, identityOf, withSomeChallenge } from './request.ts'
import { addressIn, endpointOf } from './run.ts'
import { findTold, noteTold } from './told.ts'

type Started = { project: Project; person: Person; now: number; asked: AuthorizationRequest }

/** What a person is to be shown of a request. */
export type Shown = {
  app: App
  /** What it may have, and what it asked for and may not. */
  offered: readonly string[]
  ungrantable: readonly string[]
  /** Nobody is signed in who could be asked. */
  loginRequired: boolean
  consentRequired: boolean
  /** Where to go at once: the request is wrong, or the application wants nobody to be asked and somebody would have to be. */
  redirectUri: string | undefined
}

/**
 * Looks at a request for the person who is to decide, and notes that they were shown it: what they answer must have been.
 * @throws Refusal when the request is wrong and nobody can be sent back with it, or they have to log in again for it
 */
export const startAuthorization = async (
  core: Core,
  providers: Providers,
  { project, person, now, asked: said }: Started,
): Promise<Shown> => {
  const endpoint = await endpointOf(core, providers, project)
  const asked = await readOpaque(endpoint, said)
  const isSilent = asked.prompts.includes('none')
  const of = { project, person, asked }
  const toldAt = await findTold(core.db, of, now)
  const looked = await lookAt(core, { endpoint, project, person, shownAt: now, toldAt }, withSomeChallenge(asked))
  const shown = shownOf(looked)
  if (looked.kind === 'wrong') {
    // Who has not logged in is led nowhere (RFC 9700, section 4.11.2), unless the application wants nobody to be asked.
    return person !== null || isSilent
      ? { ...shown, redirectUri: looked.url }
      : { ...shown, loginRequired: true, consentRequired: true }
  }
  if (isSilent && looked.needs !== 'nothing') {
    return { ...shown, redirectUri: addressIn(await runLooked(looked, 'allow', null)) }
  }
  const wantsLogin = asked.prompts.includes('login') || asked.params.some(([name]) => name === 'max_age')
  if (person === null) {
    if (wantsLogin) await noteTold(core.db, of, now)
    return { ...shown, loginRequired: true, consentRequired: true }
  }
  if (looked.needs === 'login') {
    await noteTold(core.db, of, now)
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

/** An application in the words of the contract. */
export const oidcClientOf = (app: App) => ({
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

/** What becomes of each scope. */
export const scopeResultsOf = (project: Project, { offered, ungrantable }: Shown) =>
  [...offered.map(scope => [scope, true] as const), ...ungrantable.map(scope => [scope, false] as const)].map(
    ([scope, is_grantable]) => ({ scope, is_grantable, description: describeScope(project, scope) }),
  )
