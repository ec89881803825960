import type { EmailAddress } from '@corroborate/wire/email'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { attachContact, emails, proveEmail, usersToLockForContact } from '../../accounts/contacts/attach.ts'
import { checkVerifier, type LiveSecret, lookAtToken, spend, withdraw } from '../../accounts/one-time-tokens/index.ts'
import type { Held, ProvedFactor } from '../../accounts/sessions/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Call } from '../../sdk/http/index.ts'
import { linkPayload } from './send-link.ts'

/** Token types accepted here: magic links, and both links of a reset mail. */
const acceptedKinds = ['magic_link', 'reset_login', 'password_reset'] as const

type Opened = { project: Project; body: { token: string }; request: RequestFacts }

/** A link that was not used yet, with the address that it adds to its user, or null. */
export type Link = LiveSecret & { attach: EmailAddress | null }

/**
 * The link that a token belongs to. It is not spent.
 * @throws Refusal `unable_to_auth_magic_link`, `too_many_requests`
 */
const requireLink = async (
  { db, guard }: Pick<Core, 'db' | 'guard'>,
  { project, body, request }: Opened,
): Promise<Link> => {
  await guard.address('tryPerAddress', request)
  const secret = await lookAtToken(db, project.id, acceptedKinds, body.token, request.now)
  if (secret === null) refuse('unable_to_auth_magic_link')
  return { ...secret, ...linkPayload.parse(secret.payload ?? {}) }
}

/** Returns a link's address and its verification state, without spending the link. */
export const lookAtLink = async (core: Core, call: Call<typeof endpoints.magicLinks.look>) => {
  const { userId, subject, attach } = await requireLink(core, call)
  const own = (await emails.list(core.db, call.project.id, userId)).find(({ id }) => id === subject)
  const email = attach ?? own?.value
  if (email === undefined) refuse('unable_to_auth_magic_link')
  return { user_id: userId, email_address: email, email_verified: own?.verified === true }
}

/** Spends a link, and signs its user in. */
export const authenticateByLink = async (core: Core, call: Call<typeof endpoints.magicLinks.authenticate>) => {
  const { project, session, body, request } = call
  const link = await requireLink(core, call)
  // A wrong verifier does not spend the token: the client may have another verifier to try.
  checkVerifier(link.codeChallenge, body.code_verifier)
  const { userId, attach } = link
  // Only the signed-in account owner can add an address. Owning the address is not enough.
  if (attach !== null && session?.userId !== userId) refuse('user_unauthenticated')

  let emailId = link.subject
  const prove = async (held: Held): Promise<ProvedFactor> => {
    const { tx } = held
    if (!(await spend(tx, project.id, link.hash, request.now))) refuse('unable_to_auth_magic_link')
    await voidSiblings(tx, project.id, link, request.now)
    if (attach !== null) {
      emailId = await attachContact(held, emails, { value: attach, id: link.subject })
      await notifyOwner(core, tx, { project, userId, change: 'email-added', at: request.now, except: emailId })
    } else if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_magic_link')
    const email = await emails.valueOf(tx, project.id, userId, emailId)
    if (email === null) refuse('unable_to_auth_magic_link')
    return {
      type: 'magic_link',
      delivery_method: 'email',
      email_factor: { email_id: emailId, email_address: email },
    }
  }
  const whose = attach === null ? userId : usersToLockForContact(emails, project.id, userId, attach)
  const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
  return { ...signedIn, method_id: emailId }
}

/** Invalidates the other link of a reset mail. Of its two links, only the first one used logs in. */
const voidSiblings = async (tx: Tx, projectId: string, { kind, subject }: LiveSecret, now: number): Promise<void> => {
  if (kind === 'magic_link') return
  await withdraw(tx, projectId, 'reset_login', subject, now)
  await withdraw(tx, projectId, 'password_reset', subject, now)
}
