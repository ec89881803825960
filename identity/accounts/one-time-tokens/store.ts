import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { prepareInsert, prepareStatement } from '@corroborate/server-kit/database'
import { passcodeLength } from '@corroborate/wire/limits'
import type { Selectable } from 'kysely'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import type { SingleUseTables } from './tables.ts'

/** A secret that was found. Each feature parses the payload with its own schema. */
export type LiveSecret = {
  hash: string
  kind: SecretKind
  subject: string
  userId: string
  payload: unknown
  codeChallenge: string | null
}

export type SecretSubject = {
  projectId: string
  kind: SecretKind
  subject: string
  userId: string
  payload?: unknown
  codeChallenge?: string | undefined
  expiresAt: number
}

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('base64url')

export const toSecret = (row: Selectable<SingleUseTables['single_use_secrets']>): LiveSecret => ({
  hash: row.secret_hash,
  kind: row.kind,
  subject: row.subject,
  userId: row.user_id,
  payload: JSON.parse(row.payload),
  codeChallenge: row.code_challenge,
})

const store = async (tx: Tx, hash: string, secret: SecretSubject, now: number): Promise<void> => {
  await insertSecret(tx, {
    project_id: secret.projectId,
    secret_hash: hash,
    kind: secret.kind,
    subject: secret.subject,
    user_id: secret.userId,
    payload: JSON.stringify(secret.payload ?? null),
    code_challenge: secret.codeChallenge ?? null,
    failures: 0,
    created_at: now,
    expires_at: secret.expiresAt,
    used_at: null,
  })
}

const insertSecret = prepareInsert<Tables, 'single_use_secrets'>('single_use_secrets')

/** A new token of 256 random bits, 43 characters of base64url. Only its hash is kept. */
export const issueToken = async (tx: Tx, secret: SecretSubject, now: number): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await store(tx, hashOf(secret.kind, token), secret, now)
  return token
}

/**
 * A code for a person to type, for one subject; with no `code` given, new random digits that make the subject's earlier
 * codes of this kind void. Kept as a hash of the code and its subject.
 */
export const issueCode = async (tx: Tx, secret: SecretSubject, now: number, code?: string): Promise<string> => {
  if (code === undefined) await withdraw(tx, secret.projectId, secret.kind, secret.subject, now)
  const chosen = code ?? String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, '0')
  // A code that was drawn before for the same subject takes the place of the old row.
  const hash = hashOf(secret.kind, secret.subject, chosen)
  await deleteSecret(tx, secret.projectId, hash)
  await store(tx, hash, secret, now)
  return chosen
}

const deleteSecret = prepareStatement((db: Database | Tx, projectId: string, hash: string) =>
  db.deleteFrom('single_use_secrets').where('project_id', '=', projectId).where('secret_hash', '=', hash),
)

/** Makes every unused secret of this kind and subject void. */
export const withdraw = async (
  tx: Tx,
  projectId: string,
  kind: SecretKind,
  subject: string,
  now: number,
): Promise<void> => {
  await secretsWithdrawn(tx, projectId, kind, subject, now)
}

const secretsWithdrawn = prepareStatement(
  (db: Database | Tx, projectId: string, kind: SecretKind, subject: string, now: number) =>
    db
      .updateTable('single_use_secrets')
      .set({ used_at: now })
      .where('project_id', '=', projectId)
      .where('subject', '=', subject)
      .where('kind', '=', kind)
      .where('used_at', 'is', null),
)

/** Finds a live token of one of these kinds without spending it, to look at its code challenge or payload first. */
export const lookAtToken = async (
  db: Database | Tx,
  projectId: string,
  kinds: readonly SecretKind[],
  token: string,
  now: number,
): Promise<LiveSecret | null> => {
  const row = await db
    .selectFrom('single_use_secrets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(
      'secret_hash',
      'in',
      kinds.map(kind => hashOf(kind, token)),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : toSecret(row)
}

/** True if a token was spent. Remembered for a day after its expiry. */
export const wasSpent = async (
  db: Database | Tx,
  projectId: string,
  kind: SecretKind,
  token: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('single_use_secrets')
    .select('used_at')
    .where('project_id', '=', projectId)
    .where('secret_hash', '=', hashOf(kind, token))
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Spends a secret. Returns true for exactly one of any number of callers. Call it in the transaction that grants the secret's effect, so
 * that both happen or neither.
 */
export const spend = async (tx: Tx, projectId: string, hash: string, now: number): Promise<boolean> => {
  const row = await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('secret_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('secret_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** `lookAtToken` and `spend` in one, for tokens without a code challenge; null when it is unknown, used or expired. */
export const spendToken = async (
  tx: Tx,
  projectId: string,
  kind: SecretKind,
  token: string,
  now: number,
): Promise<LiveSecret | null> => {
  const found = await lookAtToken(tx, projectId, [kind], token, now)
  return found !== null && (await spend(tx, projectId, found.hash, now)) ? found : null
}

/**
 * Spends a signed, unstored token. Returns true the first time and false afterwards.
 * @param expiresAt time after which signature verification rejects the token anyway
 */
export const spendOnce = async (
  db: Database | Tx,
  { projectId, kind, secret, expiresAt }: { projectId: string; kind: SecretKind; secret: string; expiresAt: number },
  now: number,
): Promise<boolean> => {
  const row = await db
    .insertInto('single_use_secrets')
    .values({
      project_id: projectId,
      secret_hash: hashOf(kind, secret),
      kind,
      subject: '',
      user_id: '',
      payload: 'null',
      code_challenge: null,
      failures: 0,
      created_at: now,
      expires_at: expiresAt,
      used_at: now,
    })
    .onConflict(conflict => conflict.columns(['project_id', 'secret_hash']).doNothing())
    .returning('secret_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Result of a guess. A correct code is not spent yet. */
export type Guess =
  | { kind: 'right'; secret: LiveSecret }
  | { kind: 'wrong'; userId: string }
  /** No live code for the subject: never sent, used, expired, withdrawn, or dead after too many guesses. */
  | { kind: 'none' }

/**
 * Tries a code. The guess is counted, durably, before it is compared, so that of any number of parallel guesses at most
 * `most` are looked at; afterwards the code is dead. Call it outside the transaction that grants, which then calls `spend`.
 */
export const guessCode = async (
  db: Database,
  {
    projectId,
    kind,
    subject,
    code,
    most,
  }: { projectId: string; kind: SecretKind; subject: string; code: string; most: number },
  now: number,
): Promise<Guess> => {
  const rows = await db
    .updateTable('single_use_secrets')
    .set(secret => ({ failures: secret('failures', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', most)
    .returningAll()
    .execute()
  const first = rows[0]
  if (first === undefined) return { kind: 'none' }
  const guess = Buffer.from(hashOf(kind, subject, code))
  const right = rows.find(row => timingSafeEqual(guess, Buffer.from(row.secret_hash)))
  return right === undefined ? { kind: 'wrong', userId: first.user_id } : { kind: 'right', secret: toSecret(right) }
}

/** Spends one of a subject's codes that need no count of guesses, such as a recovery code. Null when there is none like it. */
export const spendCode = async (
  tx: Tx,
  { projectId, kind, subject, code }: { projectId: string; kind: SecretKind; subject: string; code: string },
  now: number,
): Promise<LiveSecret | null> => {
  const row = await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('secret_hash', '=', hashOf(kind, subject, code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toSecret(row)
}
