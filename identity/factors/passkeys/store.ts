import { randomBytes } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import type { UserRef } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Counted } from './counter.ts'
import type { PasskeyTables } from './tables.ts'

type PasskeyRow = Selectable<PasskeyTables['passkeys']>
type Registration = User['webauthn_registrations'][number]

/** A passkey as a sign-in looks it up. */
export type Passkey = {
  id: string
  userId: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  userHandle: string
  domain: string
  counter: number
  isBackupEligible: boolean
  userAgent: string
}

export type NewPasskey = Omit<Passkey, 'id' | 'userId'> & {
  name: string
  transports: readonly string[]
  authenticatorType: PasskeyRow['authenticator_type']
  aaguid: string
  isDiscoverable: boolean
  isBackedUp: boolean
}

const flag = (is: boolean): number => (is ? 1 : 0)

/** Stores a passkey. Returns its ID, or null if any account already has it. */
export const insertPasskey = async (
  tx: Tx,
  project: Project,
  userId: string,
  passkey: NewPasskey,
  now: number,
): Promise<string | null> => {
  const id = newId('webauthn-registration', project.environment)
  const row = await tx
    .insertInto('passkeys')
    .values({
      project_id: project.id,
      passkey_id: id,
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey).toString('base64url'),
      user_handle: passkey.userHandle,
      domain: passkey.domain,
      name: passkey.name,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      authenticator_type: passkey.authenticatorType,
      aaguid: passkey.aaguid,
      user_agent: passkey.userAgent,
      discoverable: flag(passkey.isDiscoverable),
      backup_eligible: flag(passkey.isBackupEligible),
      backed_up: flag(passkey.isBackedUp),
      created_at: now,
      last_used_at: now,
    })
    .onConflict(conflict => conflict.columns(['project_id', 'credential_id']).doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row?.passkey_id ?? null
}

/** The passkey with the id that its authenticator gave it. */
export const findPasskey = async (db: Database, projectId: string, credentialId: string): Promise<Passkey | null> => {
  const [row] = await passkeyRows(db, projectId, credentialId)
  if (row === undefined) return null
  return {
    id: row.passkey_id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    userHandle: row.user_handle,
    domain: row.domain,
    counter: row.counter,
    isBackupEligible: row.backup_eligible === 1,
    userAgent: row.user_agent,
  }
}

const passkeyRows = prepareStatement((db: Database, projectId: string, credentialId: string) =>
  db.selectFrom('passkeys').selectAll().where('project_id', '=', projectId).where('credential_id', '=', credentialId),
)

const ofUser = (db: Database | Tx, { projectId, userId }: Pick<UserRef, 'projectId' | 'userId'>) =>
  (db as Database)
    .selectFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('passkey_id')

/** Query part for a user's passkeys, embedded in the statement that reads the user. */
export const registrationRows = (db: Database | Tx, user: UserRef) =>
  ofUser(db, user).select([
    'passkey_id',
    'domain',
    'user_agent',
    'authenticator_type',
    'name',
    'discoverable',
    'backed_up',
  ])

export const toRegistration = (
  row: Pick<
    PasskeyRow,
    'passkey_id' | 'domain' | 'user_agent' | 'authenticator_type' | 'name' | 'discoverable' | 'backed_up'
  >,
): Registration => ({
  webauthn_registration_id: row.passkey_id,
  domain: row.domain,
  user_agent: row.user_agent,
  authenticator_type: row.authenticator_type,
  // It signed a challenge when it was made.
  verified: true,
  name: row.name,
  discoverable: row.discoverable === 1,
  backed_up: row.backed_up === 1,
})

/** Credential descriptor for browsers, to allow or exclude it. */
export type Described = { id: string; transports: string[] }

/** The credentials of a user on a domain. */
export const describePasskeys = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  domain: string,
): Promise<Described[]> => {
  const rows = await ofUser(db, { projectId, userId })
    .select(['credential_id', 'transports'])
    .where('domain', '=', domain)
    .execute()
  return rows.map(({ credential_id, transports }) => ({ id: credential_id, transports: JSON.parse(transports) }))
}

/**
 * Notes a sign-in: the new count, and whether the passkey is kept on several devices by now. False when the passkey was
 * deleted, or another sign-in changed its count meanwhile.
 */
export const noteUse = async (
  tx: Tx,
  projectId: string,
  { id, counter: before }: Passkey,
  { counter, isBackedUp }: Counted,
  now: number,
): Promise<boolean> => {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, backed_up: flag(isBackedUp), last_used_at: now })
    .where('project_id', '=', projectId)
    .where('passkey_id', '=', id)
    .where('counter', '=', before)
    .returning('passkey_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Renames a user's passkey. Returns null if they have none with this ID. */
export const renamePasskey = async (
  tx: Tx,
  projectId: string,
  userId: string,
  id: string,
  name: string,
): Promise<Registration | null> => {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

export const removePasskey = async (tx: Tx, projectId: string, userId: string, id: string): Promise<void> => {
  await tx
    .deleteFrom('passkeys')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', id)
    .execute()
}

/** Removes everything that this folder keeps of a user. */
export const removePasskeys = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  for (const table of ['passkeys', 'passkey_handles'] as const) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  }
}

/**
 * The handle that authenticators know the account by: one that the page chose, or random bytes that say nothing about the
 * user (WebAuthn §14.6.1). The random one is the same for all passkeys of a user.
 */
export const handleFor = async (tx: Tx, projectId: string, userId: string, chosen: string | null): Promise<string> => {
  if (chosen !== null) {
    await insertHandle(tx, projectId, userId, chosen, false)
    return chosen
  }
  const known = await tx
    .selectFrom('passkey_handles')
    .select('user_handle')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_ours', '=', 1)
    .executeTakeFirst()
  if (known !== undefined) return known.user_handle
  const handle = randomBytes(32).toString('base64url')
  await insertHandle(tx, projectId, userId, handle, true)
  return handle
}

const insertHandle = async (
  tx: Tx,
  projectId: string,
  userId: string,
  handle: string,
  isOurs: boolean,
): Promise<void> => {
  await tx
    .insertInto('passkey_handles')
    .values({ project_id: projectId, user_id: userId, user_handle: handle, is_ours: flag(isOurs) })
    .onConflict(conflict => conflict.columns(['project_id', 'user_id', 'user_handle']).doNothing())
    .execute()
}

/** Lists a user's handles with their credentials on a domain. A handle whose passkeys were all deleted has none. */
export const listByHandle = async (
  db: Database,
  projectId: string,
  userId: string,
  domain: string,
): Promise<{ handle: string; credentialIds: string[] }[]> => {
  const rows = await db
    .selectFrom('passkey_handles')
    .leftJoin('passkeys', join =>
      join
        .onRef('passkeys.project_id', '=', 'passkey_handles.project_id')
        .onRef('passkeys.user_id', '=', 'passkey_handles.user_id')
        .onRef('passkeys.user_handle', '=', 'passkey_handles.user_handle')
        .on('passkeys.domain', '=', domain),
    )
    .select(['passkey_handles.user_handle', 'passkeys.credential_id'])
    .where('passkey_handles.project_id', '=', projectId)
    .where('passkey_handles.user_id', '=', userId)
    .orderBy('passkey_handles.user_handle')
    .orderBy('passkeys.created_at')
    .execute()
  const handles = Map.groupBy(rows, row => row.user_handle)
  return [...handles].map(([handle, kept]) => ({
    handle,
    credentialIds: kept.flatMap(({ credential_id }) => credential_id ?? []),
  }))
}
