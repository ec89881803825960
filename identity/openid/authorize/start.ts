import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Providers } from '../provider/index.ts'
import { findToldToLogIn, noteShown, noteToldToLogIn } from '../store/index.ts'
import type { App } from './app.ts'
import { describeScope } from './describe-scope.ts'
import { lookAt, type Person, runLooked, type Sound } from './look.ts'
import { unpushed } from './pushed.ts'
import { refuseRequest } from './refusals.ts'
import { type AuthorizationRequest, identityOf, withSomeChallenge } from './request.ts'

type Started = { project: Project; person: Person; now: number; asked: AuthorizationRequest }

/** What a person is to be shown of a request. */
export type Shown = {
  looked: Sound
  consentRequired: boolean
  /** Where to go at once, when the application wants nobody to be asked and somebody would have to be. */
  redirectUri: string | undefined
}

/**
 * Looks at a request for the person who is to decide, and notes that they were shown it: what they answer must have been.
 * @throws Refusal when the request is wrong, nobody is signed in, or they have to log in again for it
 */
export const startAuthorization = async (
  core: Core,
  providers: Providers,
  { project, person, now, asked: said }: Started,
): Promise<Shown> => {
  const provider = await providers.of(project)
  const asked = await unpushed(provider, said)
  const isSilent = asked.prompts.includes('none')
  if (person === null && !isSilent) refuse('user_unauthenticated')
  const request = withSomeChallenge(asked)
  const forLogin = person === null ? null : loginKeyOf(project, person, asked)
  const toldAt = forLogin === null ? null : await findToldToLogIn(core.db, forLogin, now)
  const looked = await lookAt(core, { provider, project, person, shownAt: now, toldAt }, request)
  if (looked.kind === 'wrong') return refuseRequest(looked)
  if (isSilent && looked.needs !== 'nothing') {
    const told = await runLooked(looked, 'allow', null)
    return { looked, consentRequired: false, redirectUri: told.kind === 'redirect' ? told.url : undefined }
  }
  if (person === null || forLogin === null) refuse('user_unauthenticated')
  if (looked.needs === 'login') {
    await noteToldToLogIn(core.db, forLogin, now)
    refuse('stale_factors')
  }
  const consentRequired = looked.needs === 'consent'
  const key = { projectId: project.id, sessionId: person.session.id, request: identityOf(asked) }
  await noteShown(core.db, key, { asks: consentRequired, shownAt: now })
  return { looked, consentRequired, redirectUri: undefined }
}

/** Under what it is noted that somebody has to log in again for a request: whichever of their sessions they come back with. */
export const loginKeyOf = ({ id }: Project, { user }: NonNullable<Person>, asked: AuthorizationRequest) => ({
  projectId: id,
  userId: user.user_id,
  request: identityOf(asked),
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
export const scopeResultsOf = (project: Project, { offered, ungrantable }: Sound) =>
  [...offered.map(scope => [scope, true] as const), ...ungrantable.map(scope => [scope, false] as const)].map(
    ([scope, is_grantable]) => ({ scope, is_grantable, description: describeScope(project, scope) }),
  )
