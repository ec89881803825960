import { prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import { requireRecentFactor } from '../../accounts/contacts/index.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { SecretKind } from '../../accounts/single-use/index.ts'
import {
  findEmail,
  findOrCreateByEmail,
  findOrCreateByPhoneNumber,
  findPhoneNumber,
  lockUser,
  readUser,
} from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'

/** Whom a link or code is for, as it is known before anything is proved. */
export type Recipient = {
  userId: string
  /** The id of the address or number; an `attached` one has it from now on, in the secret alone. */
  factorId: string
  /** True when the proof adds the address to the user: the end of `send/secondary`. Until then it stands in no account. */
  attaches: boolean
  /**
   * False for an address that somebody has only ever typed. Decides what the mail says, which its owner alone reads; it
   * must not show in the answer.
   */
  hasAccount: boolean
}

type Found = { userId: string; verified: boolean }

/** Whether there was an account before this call: by the same statements, whether there was one or not. */
const hadAccount = async (tx: Tx, projectId: string, { userId, verified }: Found): Promise<boolean> => {
  // Two requests for one user make their codes one after the other, so that only the newest is live.
  await lockUser(tx, projectId, userId)
  const [user] = await statusAndPassword(tx, projectId, userId)
  return verified || user?.status === 'active' || (user?.password_id ?? null) !== null
}

const statusAndPassword = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('password_hashes', join =>
      join
        .onRef('password_hashes.project_id', '=', 'users.project_id')
        .onRef('password_hashes.user_id', '=', 'users.user_id'),
    )
    .select(['users.status', 'password_hashes.password_id'])
    .where('users.project_id', '=', projectId)
    .where('users.user_id', '=', userId),
)

/** Who has this address; nobody yet: a pending user has it from now on, unverified. */
export const recipientByEmail = async (
  tx: Tx,
  project: Project,
  email: EmailAddress,
  now: number,
): Promise<Recipient> => {
  const found = await findOrCreateByEmail(tx, project, email, now)
  const { userId, emailId: factorId } = found
  return { userId, factorId, attaches: false, hasAccount: await hadAccount(tx, project.id, found) }
}

/** The same for a phone number. */
export const recipientByPhoneNumber = async (
  tx: Tx,
  project: Project,
  phoneNumber: string,
  now: number,
): Promise<Recipient> => {
  const found = await findOrCreateByPhoneNumber(tx, project, phoneNumber, now)
  const { userId, phoneId: factorId } = found
  return { userId, factorId, attaches: false, hasAccount: await hadAccount(tx, project.id, found) }
}

type OfSession = { project: Project; session: LiveSession; request: RequestFacts; kind: SecretKind }

/**
 * The session's own user: with an address of theirs, to prove it once more, or with a new one to add, which needs a recent
 * factor.
 * @throws Refusal `duplicate_email` when another account has proved the address, and those of `requireRecentFactor`.
 */
export const recipientOfSessionByEmail = async (tx: Tx, of: OfSession, email: EmailAddress): Promise<Recipient> => {
  await lockUser(tx, of.project.id, of.session.userId)
  const known = await findEmail(tx, of.project.id, email)
  if (known?.userId === of.session.userId) return ownRecipient(of, known.emailId)
  await requireRecent(tx, of)
  if (known?.verified) refuse('duplicate_email')
  return newRecipient(tx, of, email, 'email')
}

/** The same for a phone number. @throws Refusal `duplicate_phone_number`, and those of `requireRecentFactor`. */
export const recipientOfSessionByPhoneNumber = async (
  tx: Tx,
  of: OfSession,
  phoneNumber: string,
): Promise<Recipient> => {
  await lockUser(tx, of.project.id, of.session.userId)
  const known = await findPhoneNumber(tx, of.project.id, phoneNumber)
  if (known?.userId === of.session.userId) return ownRecipient(of, known.phoneId)
  await requireRecent(tx, of)
  if (known?.verified) refuse('duplicate_phone_number')
  return newRecipient(tx, of, phoneNumber, 'phone-number')
}

const ownRecipient = ({ session }: OfSession, factorId: string): Recipient => ({
  userId: session.userId,
  factorId,
  attaches: false,
  hasAccount: true,
})

const requireRecent = async (tx: Tx, { project, session, request: { now } }: OfSession): Promise<void> => {
  const user = await readUser(tx, project.id, session.userId, now)
  if (user === null) refuse('session_not_found')
  requireRecentFactor({ project, session, user, now })
}

/** Asked for once more, an address that waits for its proof keeps its id, so that its newer code voids the older one. */
const newRecipient = async (
  tx: Tx,
  { project, session, kind }: OfSession,
  address: string,
  idKind: 'email' | 'phone-number',
): Promise<Recipient> => {
  const waiting = await tx
    .selectFrom('single_use_secrets')
    .select(['subject', 'payload'])
    .where('project_id', '=', project.id)
    .where('user_id', '=', session.userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  const same = waiting.find(({ payload }) => (JSON.parse(payload) as { attach?: unknown } | null)?.attach === address)
  return {
    userId: session.userId,
    factorId: same?.subject ?? newId(idKind, project.environment),
    attaches: true,
    hasAccount: true,
  }
}
