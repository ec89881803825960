import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { type ProofTables, spendProof, sweepProofs } from './store.ts'

describeStore<ProofTables & AppTables>('a proof of work that was used', siteMigrations, open => {
  test('a used proof is remembered until its challenge expires', async () => {
    const db = await open()
    const [now, nonces] = [1_000, () => db.selectFrom('spent_proofs').select('nonce').orderBy('nonce').execute()]
    const spend = (nonce: string, expiresAt: number, at = now) => spendProof(db, { nonce, expiresAt }, at)
    expect([await spend('a', 2_000), await spend('a', 2_000), await spend('b', 3_000)]).toEqual([true, false, true])
    await sweepProofs(db, 1_999)
    expect(await nonces()).toEqual([{ nonce: 'a' }, { nonce: 'b' }])
    await sweepProofs(db, 2_000)
    expect(await nonces()).toEqual([{ nonce: 'b' }])
    // The next one that is used takes those along that are over.
    expect([await spend('c', 9_000, 3_000), await nonces()]).toEqual([true, [{ nonce: 'c' }]])
  })

  test('the challenge response is not cached', async () => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9' })
    const answer = await app.request(`${origin}/proof-of-work`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })
})
