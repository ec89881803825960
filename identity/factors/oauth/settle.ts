import { Outdated } from '@corroborate/server-kit/database'
import { emails, proveEmail } from '../../accounts/contacts/attach.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import { createUser, touchUser, updateUser } from '../../accounts/users/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { type Arrival, comingOf, standingOf } from './arrival.ts'
import { decide, provesEmail } from './decide.ts'
import { insertRegistration, noteSignInOf } from './store.ts'

/** The result of an arrival: the id of the link, and that of the user's address that came with it. */
export type Settled = { id: string; emailId: string | null }

/** Resolves an arrival to a user: `whose` finds or creates the user, `settle` links the account while the user is locked. */
export const createSettlement = (core: Core, project: Project, arrival: Arrival, now: number) => {
  /** The user that this call made, if it made one. */
  let made: string | null = null

  const decided = async (tx: Tx) => {
    const standing = await standingOf(tx, project, arrival)
    return { ...standing, decision: decide(comingOf(project, arrival), standing) }
  }

  /** @throws Refusal `duplicate_oauth_registration` */
  const whose = async (tx: Tx): Promise<string> => {
    made = null
    const { decision } = await decided(tx)
    if (decision.kind === 'taken') refuse('duplicate_oauth_registration')
    // The operator enabled emailed codes after the user returned from the provider.
    if (decision.kind === 'confirm') refuse('oauth_token_not_found')
    if (decision.kind !== 'new') return decision.userId
    made = await createUser(tx, project, { firstName: arrival.name.first, lastName: arrival.name.last }, now)
    if (arrival.email !== null && decision.withEmail) {
      const claimed = await emails.claim(tx, project, made, arrival.email.address, true, now)
      if (claimed === null) throw new Outdated('Somebody claimed the address between two statements.')
    }
    return made
  }

  const settle = async (held: Held): Promise<Settled> => {
    const { tx, userId } = held
    const { registrationId, emailId: addressId, decision } = await decided(tx)
    // Another sign-in may have linked the account, or proved the address, before this user was held.
    const isTheirs = made === userId || ('userId' in decision && decision.userId === userId)
    if (!isTheirs) throw new Outdated('Somebody else was linked, or proved the address, meanwhile.')
    if (decision.kind === 'first-proof' && addressId !== null) await proveEmail(core, held, addressId)

    const emailId = await addAddress(core, held, arrival)
    if (registrationId !== null) {
      await noteSignInOf(tx, core.sealer, project.id, registrationId, arrival, now)
      return { id: registrationId, emailId }
    }
    const id = await insertRegistration(tx, core.sealer, project, userId, arrival.account, arrival, now)
    if (id === null) throw new Outdated('Somebody else linked the account meanwhile.')
    if (decision.kind === 'first-proof') await giveName(held, arrival)
    await touchUser(tx, project.id, userId, now)
    const { provider, subject } = arrival.account
    const details = { oauth_user_registration_id: id, provider, provider_subject: subject }
    const { request } = held
    await audit(tx, { projectId: project.id, action: 'oauth.linked', actor: userId, userId, request, details })
    if (made === null) await notifyOwner(core, tx, { project, userId, change: 'social-account-linked', at: now })
    return { id, emailId }
  }

  return { whose, settle }
}

/**
 * Returns the ID of the user's verified address that came with the account. An unused address is added to the user; another user's address
 * stays with them.
 */
const addAddress = async (core: Core, held: Held, arrival: Arrival): Promise<string | null> => {
  const { tx, project, userId, request } = held
  const { email } = arrival
  if (email === null || !provesEmail(comingOf(project, arrival))) return null
  const { now } = request
  const known = await emails.find(tx, project.id, email.address)
  if (known !== null) return known.userId === userId && known.verified ? known.id : null
  const added = await emails.claim(tx, project, userId, email.address, true, now)
  if (added === null) return null
  await touchUser(tx, project.id, userId, now)
  const details = { email_id: added }
  await audit(tx, { projectId: project.id, action: 'email.added', actor: userId, userId, request, details })
  await notifyOwner(core, tx, { project, userId, change: 'email-added', at: now, except: added })
  return added
}

/** Sets the name that came with the account. The first proof removed the user's name, which a stranger may have set. */
const giveName = async ({ tx, project, userId, request }: Held, { name }: Arrival): Promise<void> => {
  if (name.first === '' && name.last === '') return
  await updateUser(tx, project.id, userId, { name: { first_name: name.first, last_name: name.last } }, request.now)
}
