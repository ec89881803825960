import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createSealer } from '../../platform/sealing/sealer.ts'
import { createProject } from '../../projects/index.ts'
import { createKeyRing, ensureKey } from './keys.ts'

const now = 1_800_000_000_000
const sealer = createSealer(['k'.repeat(43)])

describeStore<Tables>('the key of a project', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test', config: { jwtAlgorithm: 'ES256' } }, now)
    const keys = () => db.selectFrom('signing_keys').selectAll().execute()
    return { db, project, keys, ring: createKeyRing(db, sealer, () => now) }
  }

  test('concurrent requests create a single signing key', async () => {
    const { db, project, keys } = await setUp()
    await Promise.all(Array.from({ length: 5 }, () => ensureKey(db, sealer, project, now)))
    expect(await keys()).toMatchObject([{ retired_at: null }])
  })

  test('the signing key is created on first use and read once for sign-ins in the same second', async () => {
    const { project, keys, ring } = await setUp()
    const first = ring.current(project)
    expect(ring.current(project)).toBe(first)
    const { id } = await first
    expect(await keys()).toMatchObject([{ key_id: id, retired_at: null }])
  })

  test('another project’s private key does not decrypt, and the key is retried afterwards', async () => {
    const { db, project, ring } = await setUp()
    const other = await createProject(db, { name: 'Other', config: { jwtAlgorithm: 'ES256' } }, now)
    for (const owner of [project, other]) await ensureKey(db, sealer, owner, now)
    const keyOf = ({ id }: { id: string }) =>
      db.selectFrom('signing_keys').select('private_key').where('project_id', '=', id).executeTakeFirstOrThrow()
    const put = (key: { private_key: string }) =>
      db.updateTable('signing_keys').set(key).where('project_id', '=', project.id).execute()
    const own = await keyOf(project)
    await put(await keyOf(other))
    await expect(ring.current(project)).rejects.toThrow()
    await put(own)
    expect(await ring.current(project)).toMatchObject({ algorithm: 'ES256' })
  })
})
