import { randomUUID } from 'node:crypto'
import type { User } from '@corroborate/wire/types'
import { hasSecondFactor, isSecondFactor } from '../../accounts/second-factor/second-factor.ts'
import { holdSession, type LiveSession, shareSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { fillGrant, type Providers } from '../provider/index.ts'
import {
  addConsent,
  authorizationsOf,
  findRecord,
  findShown,
  noteUse,
  putAuthorization,
  putRecord,
  spendShown,
} from '../store/index.ts'
import { consumeLoginPrompt, findLoginPrompt, lookAt, type Person, runLooked, type Sound } from './look.ts'
import { type AuthorizationRequest, identityOf, readOpaque } from './request.ts'
import { addressIn, endpointOf } from './run.ts'

/**
 * Loads the deciding user. A user with an authenticator app must have used it, because applications cannot tell that the second factor is
 * missing.
 * @throws Refusal `insufficient_factors`
 */
export const personOf = async (
  { sessions }: Core,
  project: Project,
  session: LiveSession | null,
  now: number,
): Promise<Person> => {
  if (session === null) return null
  const user: User = await sessions.userOf(project, session.userId, now)
  if (hasSecondFactor(user) && !session.factors.some(isSecondFactor)) refuse('insufficient_factors')
  return { session, user }
}

type Submitted = {
  project: Project
  person: Person
  request: RequestFacts
  asked: AuthorizationRequest
  consentGranted: boolean
}

/**
 * Processes the user's decision on a shown request and returns the redirect URL. Consent and grant are stored in one transaction that
 * spends the shown request; the code is issued afterwards, so a crash in between leads to a new request.
 * @throws Refusal if the request was not shown to this user, has changed, or is invalid
 */
export const submitAuthorization = async (
  core: Core,
  providers: Providers,
  { project, person, request, asked: said, consentGranted }: Submitted,
): Promise<string> => {
  const endpoint = await endpointOf(core, providers, project)
  const { now } = request
  const asked = await readOpaque(endpoint, said)
  if (asked.prompts.includes('none')) {
    const looked = await lookAt(core, { endpoint, project, person, shownAt: now, toldAt: null }, asked)
    if (looked.kind === 'wrong') return looked.url
    const mayBeGiven = person !== null && looked.needs === 'nothing'
    return addressIn(await runLooked(looked, 'allow', mayBeGiven ? await allow(looked, person, false) : null))
  }
  if (person === null) refuse('user_unauthenticated')
  const key = { projectId: project.id, sessionId: person.session.id, request: identityOf(asked) }
  const shown = await findShown(core.db, key, now)
  const of = { project, person, asked }
  const toldAt = await findLoginPrompt(core.db, of, now)
  const looked = await lookAt(core, { endpoint, project, person, shownAt: shown?.shownAt ?? now, toldAt }, asked)
  // The error is reported to the application. There was nothing to show.
  if (looked.kind === 'wrong') return looked.url
  if (shown === null) refuse('idp_authorization_not_started')
  if (looked.needs === 'login') refuse('stale_factors')
  if (looked.needs === 'consent' && !shown.asks) refuse('idp_authorization_not_started')
  if (shown.asks && !consentGranted) {
    await holdSession(core.db, { project, session: person.session, request }, async ({ tx }) => {
      await spendShown(tx, key)
      await consumeLoginPrompt(tx, of)
    })
    return addressIn(await runLooked(looked, 'deny', null))
  }
  return addressIn(await runLooked(looked, 'allow', await allow(looked, person, shown.asks)))

  async function allow(looked: Sound, { session, user }: NonNullable<Person>, isConsent: boolean): Promise<string> {
    const clientId = looked.app.id
    const scopes = looked.offered
    const { resources } = looked
    return holdSession(core.db, { project, session, request }, async ({ tx }) => {
      const shownKey = { projectId: project.id, sessionId: session.id, request: identityOf(asked) }
      if (!(await spendShown(tx, shownKey)) && !asked.prompts.includes('none')) refuse('idp_authorization_not_started')
      const userId = user.user_id
      await consumeLoginPrompt(tx, { project, person: { session, user }, asked })
      await noteUse(tx, project.id, clientId, now)
      if (isConsent) await addConsent(tx, project.id, { userId, clientId, scopes, resources }, now)

      const known = (await authorizationsOf(tx, project.id, session.id)).find(one => one.clientId === clientId)
      const kind = { projectId: project.id, kind: 'Grant' }
      const stored = known && (await findRecord(tx, kind, known.grantId, now))
      const grantId = stored === undefined ? randomUUID() : String(stored.jti)
      // Previously denied scopes are decided again.
      const kept = { ...stored, rejected: undefined }
      const grant = new looked.endpoint.provider.Grant({ ...kept, jti: grantId, accountId: userId, clientId } as never)
      fillGrant(grant, { ...looked.running, granted: { scopes, resources } })
      const { payload, expiresIn } = await payloadOf(grant)
      await putRecord(tx, kind, grantId, payload, expiresIn, now)
      await putAuthorization(tx, project.id, {
        sessionId: session.id,
        clientId,
        userId,
        sid: known?.sid ?? randomUUID(),
        grantId,
        expiresAt: session.endsAt,
      })
      await shareSession(tx, project.id, session.id)
      await audit(tx, {
        projectId: project.id,
        action: 'app.authorized',
        actor: session,
        request,
        details: { client_id: clientId, scopes, asked: isConsent },
      })
      return grantId
    })
  }
}

/** A grant as its own `save` would store it, for a transaction of ours. */
const payloadOf = async (grant: object): Promise<{ payload: Record<string, unknown>; expiresIn: number }> => {
  const model = grant as {
    clean: () => void
    remainingTTL: number
    getValueAndPayload: () => Promise<{ payload: Record<string, unknown> }>
  }
  model.clean()
  const { payload } = await model.getValueAndPayload()
  return { payload, expiresIn: model.remainingTTL }
}
