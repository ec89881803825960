import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { ImpersonationTables } from '../../accounts/impersonation/store.ts'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const operator = 'owner@example.org'

describeStore<DeskTables>('an operator who impersonates a moderator', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const rita = desk.person('rita@example.org')
    await desk.pay(`/${doi}/contribute`, { amount: '100' })
    await desk.runJobs('bounties.look')
    /** A moderator's account, in a session of the operator. `token` alone asks the provider; with a JWT the site decides by itself. */
    const impersonating = (person: Person, how: 'token' | 'jwt' = 'jwt'): Person => {
      const session = desk.provider.signIn(person.user, 60, operator)
      const jwt = how === 'jwt' ? desk.provider.jwtOf(session) : ''
      return { ...person, cookie: `corroborate_session=${session.token}.${jwt}` }
    }
    const decide = (id: string, person: Person, action: string) =>
      desk.post(`/moderate/money/proposal/${id}`, { action, version: 1, reason: 'x' }, person)
    const logged = () =>
      (db as unknown as Kysely<ImpersonationTables>)
        .selectFrom('impersonated_requests')
        .select(['person', 'impersonator', 'method', 'path', 'refused'])
        .execute()
    return { db, ...desk, rita, ritas: await desk.report(rita), impersonating, decide, logged }
  }

  const isReadOnly = async (answer: Response) =>
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('This session is read-only')])

  test('is never the second hand of an award: two moderators of their own sessions decide, and both names are logged', async () => {
    const { impersonating, propose, confirm, decide, idOf, ritas, mo, max, balances, logged } = await setUp()
    for (const how of ['jwt', 'token'] as const)
      await isReadOnly(await propose({ [ritas]: '60' }, impersonating(mo, how)))
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    const before = await balances()
    for (const how of ['jwt', 'token'] as const) {
      await isReadOnly(await confirm(id, impersonating(max, how)))
      await isReadOnly(await decide(id, impersonating(max, how), 'reject'))
      await isReadOnly(await decide(id, impersonating(mo, how), 'take-back'))
    }
    expect(await balances()).toEqual(before)
    expect((await confirm(id, mo)).status).toBe(403)
    expect((await confirm(id, max)).status).toBe(200)
    expect(await balances()).toMatchObject({ awarded: -6_000 })

    const path = `/moderate/money/proposal/${id}`
    const entry = (person: Person, path: string) => ({
      person: `user:${person.id}`,
      impersonator: operator,
      method: 'POST',
      path,
      refused: 1,
    })
    const expected = [
      ...Array(2).fill(entry(mo, '/moderate/money')),
      ...Array(4).fill(entry(max, path)),
      ...Array(2).fill(entry(mo, path)),
    ]
    expect((await logged()).map(row => JSON.stringify(row)).toSorted()).toEqual(
      expected.map(row => JSON.stringify(row)).toSorted(),
    )
  })

  test('is not a second person beside their own account: who proposed as a moderator confirms in nobody else’s name', async () => {
    const { impersonating, propose, confirm, idOf, ritas, mo, max, mia, balances } = await setUp()
    // The operator is the moderator Mo, and opens the accounts of the others.
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    for (const other of [max, mia]) await isReadOnly(await confirm(id, impersonating(other)))
    expect(await balances()).not.toHaveProperty('awarded')
  })

  test('pays nothing out, withdraws nothing, tops nothing up, reconciles nothing, and sees no desk', async () => {
    const { impersonating, award, post, request, ritas, max, db } = await setUp()
    const [payout] = await award({ [ritas]: '60' })
    const rows = async () => [
      await db.selectFrom('payouts').selectAll().execute(),
      await db.selectFrom('proposals').selectAll().execute(),
      await db.selectFrom('ledger').selectAll().execute(),
    ]
    const before = await rows()
    const sent = impersonating(max)
    await isReadOnly(await post(`/moderate/money/payout/${payout}`, { action: 'done', reference: 'x' }, sent))
    for (const body of [
      { act: 'withdrawal', payout, why: 'x' },
      { act: 'top-up', doi, amount: '1', why: 'x' },
      { act: 'reconcile' },
    ])
      await isReadOnly(await post('/moderate/money', body, sent))
    expect((await request('/moderate/money', { headers: { cookie: sent.cookie } })).status).toBe(403)
    expect((await request('/moderate/money', { headers: { cookie: max.cookie } })).status).toBe(200)
    expect(await rows()).toEqual(before)
  })

  test('of a reporter declines no award and says nothing of how it is paid', async () => {
    const { impersonating, award, post, ritas, rita, db } = await setUp()
    const [payout] = await award({ [ritas]: '60' })
    const before = await db.selectFrom('payouts').selectAll().execute()
    const sent = impersonating(rita)
    await isReadOnly(await post(`/dashboard/awards/${payout}/decline`, {}, sent))
    await isReadOnly(await post('/dashboard/awards', { details: 'IBAN of the operator' }, sent))
    await isReadOnly(await post('/dashboard/awards/stripe', {}, sent))
    expect(await db.selectFrom('payouts').selectAll().execute()).toEqual(before)
  })
})
