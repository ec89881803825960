import { createPrivateKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { SealedRow, Sealer } from '../../platform/sealing/index.ts'
import { lockProject } from '../../projects/index.ts'

const generate = promisify(generateKeyPair)

/** How long a key may be old in memory, in ms: a rotation shows on a running server within it. */
const freshness = 1_000

export type SigningKey = { id: string; privateKey: KeyObject }

/** A public key as `GET /v1/sessions/jwks/…` publishes it (RFC 7517). */
export type PublicJwk = { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' }

/**
 * How long a key is published after its last signature, in ms. A JWT lives for five minutes; the rest is for clocks that differ,
 * and for whoever keeps keys that are not published any more from asking for them again.
 */
const publishedOn = 24 * 60 * 60_000

/**
 * Makes a key with which a project signs from now on. Those before it sign no more: what would let them is deleted. What they
 * have signed stays valid, unless they are revoked, because somebody else may be signing with them.
 */
export const rotateKey = async (
  db: Database,
  sealer: Sealer,
  projectId: string,
  { revokeOld = false, now = Date.now() } = {},
): Promise<string> => {
  const row = await newKey(sealer, projectId, now)
  await db.transaction().execute(async tx => {
    await lockProject(tx, projectId)
    if (revokeOld) await tx.deleteFrom('signing_keys').where('project_id', '=', projectId).execute()
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: now, private_key: '' })
      .where('project_id', '=', projectId)
      .where('retired_at', 'is', null)
      .execute()
    await tx.insertInto('signing_keys').values(row).execute()
  })
  return row.key_id
}

/** Makes a project's first key, unless there is one or another process is faster. */
export const ensureKey = async (db: Database, sealer: Sealer, projectId: string, now = Date.now()): Promise<void> => {
  if ((await readCurrent(db, projectId)) !== undefined) return
  const row = await newKey(sealer, projectId, now)
  await db.transaction().execute(async tx => {
    await lockProject(tx, projectId)
    if ((await readCurrent(tx, projectId)) === undefined) await tx.insertInto('signing_keys').values(row).execute()
  })
}

const readCurrent = (db: Database | Tx, projectId: string) =>
  db
    .selectFrom('signing_keys')
    .select(['key_id', 'private_key'])
    .where('project_id', '=', projectId)
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .executeTakeFirst()

const sealedRow = (projectId: string, id: string): SealedRow => ({ table: 'signing_keys', projectId, id })

const newKey = async (sealer: Sealer, projectId: string, now: number) => {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const key_id = `jwk-${randomUUID()}`
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    project_id: projectId,
    key_id,
    private_key: sealer.seal(pem, sealedRow(projectId, key_id)),
    public_key: JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: key_id, alg: 'RS256', use: 'sig' }),
    created_at: now,
    retired_at: null,
  }
}

/** Every key a signature of the project may be checked with, newest first. */
export const publicKeys = async (db: Database, projectId: string, now: number): Promise<PublicJwk[]> => {
  const rows = await db
    .selectFrom('signing_keys')
    .select('public_key')
    .where('project_id', '=', projectId)
    .where(is => is.or([is('retired_at', 'is', null), is('retired_at', '>', now - publishedOn)]))
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute()
  return rows.map(row => JSON.parse(row.public_key))
}

/** Removes keys of which nothing that they signed can be valid any more. */
export const forgetKeys = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('signing_keys')
    .where('retired_at', '<=', now - publishedOn)
    .execute()
}

/** Takes a project's current key from memory while fresh; makes the first one when there is none. */
export const createKeyRing = (db: Database, sealer: Sealer) => {
  // Not the time of day: a clock that is set back must not keep a key that signs no more.
  const now = () => performance.now()
  const kept = new Map<string, { until: number; key: Promise<SigningKey> }>()
  const imported = new Map<string, SigningKey>()

  const load = async (projectId: string): Promise<SigningKey> => {
    const row = await readCurrent(db, projectId)
    if (row === undefined) {
      await ensureKey(db, sealer, projectId)
      return load(projectId)
    }
    const { key_id: id, private_key: sealed } = row
    const known = imported.get(projectId)
    if (known?.id === id) return known
    const key = { id, privateKey: createPrivateKey(sealer.open(sealed, sealedRow(projectId, id))) }
    imported.set(projectId, key)
    return key
  }

  return {
    current: (projectId: string): Promise<SigningKey> => {
      const known = kept.get(projectId)
      if (known !== undefined && known.until > now()) return known.key
      const key = load(projectId)
      kept.set(projectId, { until: now() + freshness, key })
      key.catch(() => kept.delete(projectId))
      return key
    },
  }
}

export type KeyRing = ReturnType<typeof createKeyRing>
