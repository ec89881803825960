import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { childEnvironment } from '@corroborate/server-kit/testing/server'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../database-of.ts'
import { openIdentity } from '../../testing/index.ts'
import type { Tables } from '../database/index.ts'

const one = 'o'.repeat(43)
const base32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sealing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
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

test('a provider killed while encrypting finishes at its next start', async () => {
  const settings = { DATA_DIR: newFolder(), IDENTITY_SECRET: one }
  const before = await openIdentity(settings)
  const { id: projectId } = await before.project()
  await before.close()
  const db = await openDatabase<Tables>({ ...databaseOf(before.settings), now: Date.now })
  onTestFinished(() => db.destroy())
  const count = 12_000
  for (let from = 0; from < count; from += 1_000) await addTotps(db, projectId, 1_000, from)
  const sealed = async () => {
    const rows = db.selectFrom('totps').select(is => is.fn.countAll<number>().as('count'))
    return Number((await rows.where('secret', 'like', 'sealed-%').executeTakeFirstOrThrow()).count)
  }

  const doomed = spawn(process.execPath, [fileURLToPath(new URL('../../start.ts', import.meta.url))], {
    env: { ...childEnvironment, IDENTITY_PORT: '0', ...settings },
  })
  const died = once(doomed, 'exit')
  await expect.poll(sealed, { interval: 2 }).toBeGreaterThan(0)
  // With so many rows it is seldom done by now; if it is, there is nothing to finish, and the test below stops it for certain.
  doomed.kill('SIGKILL')
  await died

  const revived = await openIdentity(settings)
  expect(await sealed()).toBe(count)
  for (const { totp_id: id, secret } of await db.selectFrom('totps').selectAll().execute()) {
    expect(revived.sealer.open(secret, { table: 'totps', projectId, id })).toBe(base32)
  }
  await revived.close()
})
