import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../database-of.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import { createProject } from '../../projects/index.ts'
import { openIdentity } from '../../testing/index.ts'
import type { Tables } from '../database/index.ts'
import { sealRows } from './sealed-rows.ts'
import { createSealer, type Sealer } from './sealer.ts'

const one = 'o'.repeat(43)
const two = 't'.repeat(43)
const base32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const isSealed = expect.stringMatching(/^sealed-1\.[0-9a-f]{16}\.[\w-]{40,}$/)

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sealing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const valuesIn = async (db: Kysely<Tables>): Promise<string[]> => {
  const totps = await db.selectFrom('totps').select('secret').orderBy('totp_id').execute()
  const keys = await db.selectFrom('signing_keys').select('private_key').orderBy('key_id').execute()
  return [...totps.map(({ secret }) => secret), ...keys.map(({ private_key }) => private_key)]
}

/** Puts keys back to how they were stored before there were seals. */
const unseal = async (db: Kysely<Tables>, sealer: Sealer): Promise<void> => {
  for (const row of await db.selectFrom('signing_keys').selectAll().execute()) {
    const { project_id: projectId, key_id: id, private_key } = row
    const text = sealer.open(private_key, { table: 'signing_keys', projectId, id })
    await db.updateTable('signing_keys').set({ private_key: text }).where('key_id', '=', id).execute()
  }
}

/** Authenticators as they were stored before there were seals. */
const addTotps = (db: Kysely<Tables>, projectId: string, count: number, from = 0) =>
  db
    .insertInto('totps')
    .values(
      Array.from({ length: count }, (_, n) => ({
        project_id: projectId,
        totp_id: `totp-test-${String(from + n).padStart(6, '0')}`,
        user_id: `user-test-${from + n}`,
        secret: base32,
        verified: 1,
        last_step: 0,
        expires_at: 0,
        created_at: 0,
      })),
    )
    .execute()

describeStore<Tables>('sealing', migrations, (openStore, store: StoreUnderTest) => {
  /** Settings of a provider on one database, which may be opened again and again. */
  const place = async (): Promise<Record<string, string>> => {
    const { url } = store.placeOf(await openStore())
    return { DATA_DIR: newFolder(), ...(url !== undefined && { IDENTITY_DATABASE_URL: url }) }
  }

  test('authenticator app and signing key secrets are encrypted in the database and usable', async () => {
    const settings = await place()
    const provider = await openIdentity(settings)
    const { userId } = await provider.addUser('ada@example.org')
    const { session_token } = await provider.signIn(userId)
    const created = await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session: session_token })
    const secret = String(created.data.secret)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await valuesIn(provider.db)).toEqual([isSealed, isSealed])
    await provider.close()
    const file = join(settings.DATA_DIR ?? '', 'identity.db')
    if (existsSync(file)) {
      const bytes = readFileSync(file)
      for (const clear of [secret, 'PRIVATE KEY', readFileSync(join(settings.DATA_DIR ?? '', 'identity.secret'))]) {
        expect(bytes.includes(clear)).toBe(false)
      }
    }
  })

  test('plain-text values are encrypted once at the next start and keep working', async () => {
    const settings = await place()
    const before = await openIdentity(settings)
    const { userId } = await before.addUser('ada@example.org')
    const { session_jwt } = await before.signIn(userId)
    const { id } = await before.project()
    await unseal(before.db, before.sealer)
    await addTotps(before.db, id, 450)
    const [clear] = (await valuesIn(before.db)).toReversed()
    expect(clear).toContain('BEGIN PRIVATE KEY')
    await before.close()

    const after = await openIdentity(settings)
    const values = await valuesIn(after.db)
    expect(values).toHaveLength(451)
    for (const value of values) expect(value).toEqual(isSealed)
    expect(new Set(values).size).toBe(451)
    const keys = createLocalJWKSet(await (await after.app.request(jwksPath(id))).json())
    const { session_jwt: young } = await after.signIn(userId)
    const [first, second] = await Promise.all([jwtVerify(session_jwt, keys), jwtVerify(young, keys)])
    expect(first.protectedHeader.kid).toBe(second.protectedHeader.kid)
    expect(after.sealer.open(values[449] ?? '', { table: 'totps', projectId: id, id: 'totp-test-000449' })).toBe(base32)
    await after.close()
    // The plain text is also gone from SQLite's file.
    const file = join(settings.DATA_DIR ?? '', 'identity.db')
    if (existsSync(file)) expect(readFileSync(file).includes(base32)).toBe(false)

    const again = await openIdentity(settings)
    expect(await valuesIn(again.db)).toEqual(values)
    await again.close()
  })

  test('an interrupted encryption is finished later without loss', async () => {
    const db = await openStore()
    const project = await createProject(db, { name: 'Ledger' }, Date.now())
    await addTotps(db, project.id, 1_000)
    const sealer = createSealer([one])
    let left = 450
    const failing: Sealer = {
      ...sealer,
      seal: (text, row) => {
        if (left-- === 0) throw new Error('The power is gone.')
        return sealer.seal(text, row)
      },
    }
    await expect(sealRows(db, failing, brought.sealed)).rejects.toThrow('The power is gone.')
    const sealedSoFar = (await valuesIn(db)).filter(value => value !== base32)
    expect(sealedSoFar).toHaveLength(400)
    expect(await sealRows(db, sealer, brought.sealed)).toBe(600)
    expect(await sealRows(db, sealer, brought.sealed)).toBe(0)
    const rows = await db.selectFrom('totps').select(['totp_id', 'secret']).execute()
    for (const { totp_id: id, secret } of rows) {
      expect(sealer.open(secret, { table: 'totps', projectId: project.id, id })).toBe(base32)
    }
  })

  test('a different secret is rejected at startup without changing or creating anything', async () => {
    const settings = await place()
    const { db, close } = await openIdentity({ ...settings, IDENTITY_SECRET: one })
    const values = await valuesIn(db)
    await close()
    const elsewhere = { ...settings, ...(settings.IDENTITY_DATABASE_URL !== undefined && { DATA_DIR: newFolder() }) }
    const secretFile = join(elsewhere.DATA_DIR ?? '', 'identity.secret')
    for (const wrong of [{ IDENTITY_SECRET: two }, {}]) {
      await expect(openIdentity({ ...elsewhere, ...wrong })).rejects.toThrow(/encrypted with a different secret/)
      expect(existsSync(secretFile)).toBe(false)
    }
    const right = await openIdentity({ ...elsewhere, IDENTITY_SECRET: one })
    expect(await valuesIn(right.db)).toEqual(values)
    await right.close()
  })

  test('a secret is rotated by configuring both, and the old one can be removed after a start', async () => {
    const settings = await place()
    const sizes: number[] = []
    for (const secrets of [one, `${two}, ${one}`, two]) {
      const { db, close, signIn, addUser } = await openIdentity({ ...settings, IDENTITY_SECRET: secrets })
      const { userId } = await addUser(`user-${sizes.length}@example.org`)
      expect((await signIn(userId)).session_jwt).toMatch(/^eyJ/)
      const [newest = ''] = createSealer(secrets.split(', ')).prefixes
      const values = await valuesIn(db)
      for (const value of values) expect(value.startsWith(newest)).toBe(true)
      sizes.push(values.length)
      await close()
    }
    expect(sizes).toEqual([1, 1, 1])
    await expect(openIdentity({ ...settings, IDENTITY_SECRET: one })).rejects.toThrow(/a different secret/)
  })

  test('a configured secret replaces a generated one', async () => {
    const settings = await place()
    const embedded = await openIdentity(settings)
    await embedded.close()
    const told = await openIdentity({ ...settings, IDENTITY_SECRET: one })
    const [newest = ''] = createSealer([one]).prefixes
    for (const value of await valuesIn(told.db)) expect(value.startsWith(newest)).toBe(true)
    await told.close()
    rmSync(join(settings.DATA_DIR ?? '', 'identity.secret'))
    await (await openIdentity({ ...settings, IDENTITY_SECRET: one })).close()
  })

  test('of nodes starting with different secrets on an empty database, one continues', async () => {
    const settings = await place()
    const started = await Promise.allSettled(
      [one, two, 'h'.repeat(43)].map(secret => openIdentity({ ...settings, IDENTITY_SECRET: secret })),
    )
    for (const each of started) if (each.status === 'fulfilled') await each.value.close()
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of started) {
      if (each.status === 'rejected') expect(String(each.reason)).toContain('a different secret')
    }
    const { db, close } = await openIdentity({
      ...settings,
      IDENTITY_SECRET: `${one},${two},${'h'.repeat(43)}`,
    })
    expect(await valuesIn(db)).toHaveLength(1)
    await close()
  })

  test('a value moved to another user’s row cannot be decrypted', async () => {
    const settings = await place()
    const provider = await openIdentity(settings)
    const created = []
    for (const email of ['ada@example.org', 'bob@example.org']) {
      const { session_token } = await provider.signIn((await provider.addUser(email)).userId)
      const { data } = await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session: session_token })
      created.push({ id: String(data.totp_id), session: session_token })
    }
    const [ada, bob] = created
    const bobs = provider.db
      .selectFrom('totps')
      .select('secret')
      .where('totp_id', '=', bob?.id ?? '')
    const { secret } = await bobs.executeTakeFirstOrThrow()
    await provider.db
      .updateTable('totps')
      .set({ secret })
      .where('totp_id', '=', ada?.id ?? '')
      .execute()
    const body = { totp_code: '000000', session_duration_minutes: 60 }
    const answer = await provider.sdk('POST', '/totps/authenticate', body, { session: ada?.session ?? '' })
    expect(answer.json).toMatchObject({ error_type: 'internal_server_error' })
    await provider.close()
  })

  test('administrative access to the database needs no secret', async () => {
    const settings = await place()
    const provider = await openIdentity({ ...settings, IDENTITY_SECRET: one })
    const db = await openDatabase<Tables>({ ...databaseOf(provider.settings), now: Date.now })
    expect(await db.selectFrom('projects').select('project_id').execute()).toHaveLength(1)
    await db.destroy()
    await provider.close()
  })
})
