import { engineOf, prepareInsert, prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import { sql } from 'kysely'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'

/** A user's address or number as it is looked up before anything is proved. */
export type FoundEmail = { userId: string; emailId: string; verified: boolean }
export type FoundPhoneNumber = { userId: string; phoneId: string; verified: boolean }

export type NewUser = {
  firstName?: string
  middleName?: string
  lastName?: string
  trustedMetadata?: Record<string, unknown>
  untrustedMetadata?: Record<string, unknown>
  externalId?: string | null
  roles?: readonly string[]
}

/** Makes a user without any factor, pending until the first sign-in. Returns the id. */
export const createUser = async (
  tx: Tx,
  project: Project,
  user: NewUser = {},
  now = Date.now(),
  userId = newId('user', project.environment),
): Promise<string> => {
  await insertUser(tx, {
    project_id: project.id,
    user_id: userId,
    status: 'pending',
    first_name: user.firstName ?? '',
    middle_name: user.middleName ?? '',
    last_name: user.lastName ?? '',
    roles: JSON.stringify(user.roles ?? []),
    trusted_metadata: JSON.stringify(user.trustedMetadata ?? {}),
    untrusted_metadata: JSON.stringify(user.untrustedMetadata ?? {}),
    external_id: user.externalId ?? null,
    signed_in_at: null,
    created_at: now,
    updated_at: now,
  })
  return userId
}

const insertUser = prepareInsert<Tables, 'users'>('users')

export const findEmail = async (
  db: Database | Tx,
  projectId: string,
  email: EmailAddress,
): Promise<FoundEmail | null> => {
  const [row] = await emailRow(db, projectId, email)
  return row === undefined ? null : { userId: row.user_id, emailId: row.email_id, verified: row.verified === 1 }
}

const emailRow = prepareStatement((db: Database | Tx, projectId: string, email: string) =>
  db
    .selectFrom('user_emails')
    .select(['user_id', 'email_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('email', '=', email),
)

export const findPhoneNumber = async (
  db: Database | Tx,
  projectId: string,
  phoneNumber: string,
): Promise<FoundPhoneNumber | null> => {
  const [row] = await phoneRow(db, projectId, phoneNumber)
  return row === undefined ? null : { userId: row.user_id, phoneId: row.phone_id, verified: row.verified === 1 }
}

const phoneRow = prepareStatement((db: Database | Tx, projectId: string, phoneNumber: string) =>
  db
    .selectFrom('user_phone_numbers')
    .select(['user_id', 'phone_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('phone_number', '=', phoneNumber),
)

/**
 * Who has this address; nobody yet: a new pending user has it now, unverified. Two calls at the same moment find the same
 * user. `created` must not reach the caller of an endpoint before the mailbox is proved.
 *
 * Nor may the time it takes tell: the statements are the same. Where somebody has the address, the new user's row is removed
 * again; where nobody has, the removal finds nothing.
 */
export const findOrCreateByEmail = async (
  tx: Tx,
  project: Project,
  email: EmailAddress,
  now = Date.now(),
): Promise<FoundEmail & { created: boolean }> => {
  const known = await findEmail(tx, project.id, email)
  const userId = newId('user', project.environment)
  const emailId = await claimEmail(tx, project, userId, email, false, now)
  const created = emailId !== null
  await createUser(tx, project, {}, now, userId)
  await removeUser(tx, project.id, created ? newId('user', project.environment) : userId)
  if (created) return { userId, emailId, verified: false, created }
  const found = known ?? (await findEmail(tx, project.id, email))
  if (found === null) throw new Error('An address was taken and given up within one transaction.')
  return { ...found, created }
}

/** The same for a phone number. */
export const findOrCreateByPhoneNumber = async (
  tx: Tx,
  project: Project,
  phoneNumber: string,
  now = Date.now(),
): Promise<FoundPhoneNumber & { created: boolean }> => {
  const known = await findPhoneNumber(tx, project.id, phoneNumber)
  const userId = newId('user', project.environment)
  const phoneId = await claimPhoneNumber(tx, project, userId, phoneNumber, false, now)
  const created = phoneId !== null
  await createUser(tx, project, {}, now, userId)
  await removeUser(tx, project.id, created ? newId('user', project.environment) : userId)
  if (created) return { userId, phoneId, verified: false, created }
  const found = known ?? (await findPhoneNumber(tx, project.id, phoneNumber))
  if (found === null) throw new Error('A number was taken and given up within one transaction.')
  return { ...found, created }
}

const removeUser = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.deleteFrom('users').where('project_id', '=', projectId).where('user_id', '=', userId),
)

/** Gives an address to a user and returns its id, or null when somebody has it already. */
export const claimEmail = async (
  tx: Tx,
  project: Project,
  userId: string,
  email: EmailAddress,
  verified: boolean,
  now = Date.now(),
  emailId = newId('email', project.environment),
): Promise<string | null> => {
  const [row] = await emailClaimed(tx, project.id, emailId, userId, email, verified ? 1 : 0, now)
  return row?.email_id ?? null
}

const emailClaimed = prepareStatement(
  (
    db: Database | Tx,
    project_id: string,
    email_id: string,
    user_id: string,
    email: string,
    verified: number,
    created_at: number,
  ) =>
    db
      .insertInto('user_emails')
      .values({ project_id, email_id, user_id, email, verified, created_at })
      .onConflict(conflict => conflict.columns(['project_id', 'email']).doNothing())
      .returning('email_id'),
)

/** Gives a phone number to a user and returns its id, or null when somebody has it already. */
export const claimPhoneNumber = async (
  tx: Tx,
  project: Project,
  userId: string,
  phoneNumber: string,
  verified: boolean,
  now = Date.now(),
  phoneId = newId('phone-number', project.environment),
): Promise<string | null> => {
  const [row] = await phoneClaimed(tx, project.id, phoneId, userId, phoneNumber, verified ? 1 : 0, now)
  return row?.phone_id ?? null
}

const phoneClaimed = prepareStatement(
  (
    db: Database | Tx,
    project_id: string,
    phone_id: string,
    user_id: string,
    phone_number: string,
    verified: number,
    created_at: number,
  ) =>
    db
      .insertInto('user_phone_numbers')
      .values({ project_id, phone_id, user_id, phone_number, verified, created_at })
      .onConflict(conflict => conflict.columns(['project_id', 'phone_number']).doNothing())
      .returning('phone_id'),
)

/**
 * To be called after every change of a user or of their factors: the user is as new as the change. One who never signed in
 * is also as old as it.
 */
export const touchUser = async (tx: Tx, projectId: string, userId: string, now = Date.now()): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      updated_at: now,
      created_at: sql<number>`case when signed_in_at is null then ${now} else created_at end`,
    })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Notes a sign-in. False when there is no such user. After the first one `created_at` equals `updated_at`, which is how the
 * site tells a signup from a log-in (SPEC §4); after every other one it does not.
 */
export const noteSignIn = async (tx: Tx, projectId: string, userId: string, now = Date.now()): Promise<boolean> =>
  (await signInNoted(tx, projectId, userId, now)).length > 0

const signInNoted = prepareStatement((db: Database | Tx, projectId: string, userId: string, now: number) =>
  db
    .updateTable('users')
    .set({
      status: 'active',
      created_at: sql<number>`case when signed_in_at is null then ${now} else created_at end`,
      updated_at: sql<number>`case when signed_in_at is null or created_at < ${now} then ${now} else created_at + 1 end`,
      signed_in_at: now,
    })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('user_id'),
)

export type UserChange = {
  name?:
    | { first_name?: string | undefined; middle_name?: string | undefined; last_name?: string | undefined }
    | undefined
  untrustedMetadata?: Record<string, unknown> | undefined
  trustedMetadata?: Record<string, unknown> | undefined
  roles?: readonly string[]
}

/** Changes what is named and leaves the rest. */
export const updateUser = async (
  tx: Tx,
  projectId: string,
  userId: string,
  { name = {}, untrustedMetadata, trustedMetadata, roles }: UserChange,
  now = Date.now(),
): Promise<void> => {
  const changes = {
    ...(name.first_name !== undefined && { first_name: name.first_name }),
    ...(name.middle_name !== undefined && { middle_name: name.middle_name }),
    ...(name.last_name !== undefined && { last_name: name.last_name }),
    ...(untrustedMetadata !== undefined && { untrusted_metadata: JSON.stringify(untrustedMetadata) }),
    ...(trustedMetadata !== undefined && { trusted_metadata: JSON.stringify(trustedMetadata) }),
    ...(roles !== undefined && { roles: JSON.stringify(roles) }),
  }
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('users').set(changes).where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  await touchUser(tx, projectId, userId, now)
}

/**
 * Keeps the user's row until the transaction ends, so that two requests about one user decide one after the other. On SQLite
 * they do in any case: one transaction writes at a time, from its first moment.
 */
export const lockUser = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  if (engineOf(tx) === 'postgres') await locked(tx, projectId, userId)
}

const locked = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .forUpdate(),
)
