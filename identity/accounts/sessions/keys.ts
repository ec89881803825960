import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { SessionJwtAlgorithm } from '@corroborate/wire/session-jwt'
import { LRUCache } from 'lru-cache'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { SealedRow, Sealer } from '../../platform/sealing/sealer.ts'
import { lockProject, type Project } from '../../projects/index.ts'
import { generateKeyPair, type PublicJwk, publishedBefore, signingKeyAt } from './signing-key-at.ts'

/** Cache lifetime of keys in ms, within which a rotation reaches a running server. */
const freshness = 1_000
/** Keys kept in memory, one a project. */
const mostKept = 1_000

export type SigningKey = { id: string; algorithm: SessionJwtAlgorithm; privateKey: KeyObject }

/** Owner of the keys, and their signing algorithm. */
type KeyOwner = Pick<Project, 'id' | 'jwtAlgorithm'>

/**
 * Publication period of a key after its last signature, in ms. JWTs live for five minutes; the rest allows for clock skew, and keeps
 * clients from refetching unknown keys.
 */
const publishedOn = 24 * 60 * 60_000

/**
 * Creates a key that signs for the project after `publishedBefore` (one minute), so that all nodes and verifiers know it by then. Until
 * then the previous key signs; afterwards its private half is deleted, but its signatures stay valid. With `revokeOld`, for a leaked key,
 * previous keys are removed and the new one signs immediately.
 * @returns the new key's ID
 */
export const rotateKey = async (
  db: Database,
  sealer: Sealer,
  project: KeyOwner,
  { revokeOld = false, now }: { revokeOld?: boolean; now: number },
): Promise<string> => {
  const row = await newKey(sealer, project, now)
  await runTransaction(db, async tx => {
    await lockProject(tx, project.id)
    if (revokeOld) await tx.deleteFrom('signing_keys').where('project_id', '=', project.id).execute()
    await replaceCurrent(tx, row)
  })
  return row.key_id
}

/**
 * Creates a key for a project that has none, or whose key has a different algorithm than the project now requires. Concurrent calls create
 * only one.
 */
export const ensureKey = async (db: Database, sealer: Sealer, project: KeyOwner, now: number): Promise<void> => {
  const isThere = async (at: Database | Tx) => (await readNewest(at, project.id))?.alg === project.jwtAlgorithm
  if (await isThere(db)) return
  const row = await newKey(sealer, project, now)
  await runTransaction(db, async tx => {
    await lockProject(tx, project.id)
    if (!(await isThere(tx))) await replaceCurrent(tx, row)
  })
}

const replaceCurrent = async (tx: Tx, row: Awaited<ReturnType<typeof newKey>>): Promise<void> => {
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: row.created_at + publishedBefore })
    .where('project_id', '=', row.project_id)
    .where('retired_at', 'is', null)
    .execute()
  await tx.insertInto('signing_keys').values(row).execute()
}

/** The public half of the key that was made last. */
const readNewest = async (db: Database | Tx, projectId: string): Promise<PublicJwk | null> => {
  const row = await db
    .selectFrom('signing_keys')
    .select('public_key')
    .where('project_id', '=', projectId)
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(row.public_key)
}

/** The key that signs now. */
const readCurrent = async (db: Database, projectId: string, now: number) => {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['key_id', 'private_key', 'public_key', 'created_at as createdAt', 'retired_at as retiredAt'])
    .where('project_id', '=', projectId)
    .where('private_key', '!=', '')
    .execute()
  const row = signingKeyAt(rows, now)
  if (row === null) return null
  const { alg }: PublicJwk = JSON.parse(row.public_key)
  return { id: row.key_id, algorithm: alg, sealed: row.private_key }
}

const sealedRow = (projectId: string, id: string): SealedRow => ({ table: 'signing_keys', projectId, id })

const newKey = async (sealer: Sealer, { id: projectId, jwtAlgorithm }: KeyOwner, now: number) => {
  const id = `jwk-${randomUUID()}`
  const { pem, jwk } = await generateKeyPair(jwtAlgorithm, id)
  return {
    project_id: projectId,
    key_id: id,
    private_key: sealer.seal(pem, sealedRow(projectId, id)),
    public_key: JSON.stringify(jwk),
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

/** Removes keys of which nothing that they signed can be valid any more, and the private halves of those that sign no more. */
export const deleteExpiredKeys = async (db: Database, now: number): Promise<void> => {
  await forgetPrivateHalves(db, now)
  await db
    .deleteFrom('signing_keys')
    .where('retired_at', '<=', now - publishedOn)
    .execute()
}

const forgetPrivateHalves = async (db: Database, now: number): Promise<void> => {
  await db
    .updateTable('signing_keys')
    .set({ private_key: '' })
    .where('retired_at', '<=', now)
    .where('private_key', '!=', '')
    .execute()
}

/** The keys of projects, from memory while fresh; a project's first key is made when there is none. */
export const createKeyRing = (db: Database, sealer: Sealer, now: () => number) => {
  // Its clock is not the time of day: one that is set back must not keep a key that signs no more.
  const fresh = new LRUCache<string, Promise<SigningKey>>({ max: mostKept, ttl: freshness })
  const published = new LRUCache<string, Promise<PublicJwk[]>>({ max: mostKept, ttl: freshness })
  /** By key id, so that a key is opened once. */
  const opened = new LRUCache<string, SigningKey>({ max: mostKept })

  const load = async (project: KeyOwner): Promise<SigningKey> => {
    const current = await readCurrent(db, project.id, now())
    if (current === null) {
      await ensureKey(db, sealer, project, now())
      return load(project)
    }
    const { id, algorithm, sealed } = current
    const known = opened.get(id)
    if (known !== undefined) return known
    const key = { id, algorithm, privateKey: createPrivateKey(sealer.open(sealed, sealedRow(project.id, id))) }
    opened.set(id, key)
    // A new key signs now, so the previous private key is deleted.
    await forgetPrivateHalves(db, now())
    return key
  }

  return {
    current: (project: KeyOwner): Promise<SigningKey> => {
      const known = fresh.get(project.id)
      if (known !== undefined) return known
      const key = load(project)
      fresh.set(project.id, key)
      key.catch(() => fresh.delete(project.id))
      return key
    },
    /** `publicKeys` of a project. */
    published: (projectId: string): Promise<PublicJwk[]> => {
      const known = published.get(projectId)
      if (known !== undefined) return known
      const keys = publicKeys(db, projectId, now())
      published.set(projectId, keys)
      keys.catch(() => published.delete(projectId))
      return keys
    },
  }
}

export type KeyRing = ReturnType<typeof createKeyRing>
