import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const give = `/${doi}/contribute`

describeStore<DeskTables>('an award', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const rita = desk.person('rita@example.org')
    await desk.pay(give, { amount: '100' })
    await desk.runJobs('bounties.look')
    return { db, ...desk, rita, ritas: await desk.report(rita) }
  }

  test('an award needs two moderators, is booked once, and notifies everyone concerned', async () => {
    const { propose, confirm, idOf, ritas, balances, desk, mo, max, settle, mails } = await setUp()
    expect((await desk(mo)).awardable).toMatchObject([{ doi, available: '$100', barred: null }])
    const id = await idOf(await propose({ [ritas]: '60' }))
    expect(await balances()).toEqual({ stripe: 10_000, [`bounty:${doi}`]: -10_000 })
    expect((await desk(mo)).waiting).toMatchObject([{ id, isOwn: true }])
    const own = await confirm(id, mo)
    expect([own.status, await own.text()]).toEqual([403, expect.stringContaining('Two moderators are required')])
    expect((await confirm(id, max)).status).toBe(200)
    expect(await (await confirm(id, max)).json()).toMatchObject({ state: 'confirmed', version: 2 })
    expect(await balances()).toEqual({ stripe: 10_000, [`bounty:${doi}`]: -4_000, awarded: -6_000 })
    expect((await desk(mo)).log.map(({ act }) => act)).toEqual(expect.arrayContaining(['Confirmed', 'Proposed']))
    await settle('bounties.look', 'bounties.mail', 'payouts.mail')
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([
        ['ada.secret@example.org', 'US$60 awarded from a bounty you contributed to'],
        [expect.stringContaining('@'), 'You have been awarded US$60'],
      ]),
    )
  })

  test('an award is split between reports and never exceeds the balance', async () => {
    const { propose, award, report, person, ritas, balances, db } = await setUp()
    const other = await report(person('otto@example.org'))
    const tooMuch = await propose({ [ritas]: '60', [other]: '40.01' })
    expect([tooMuch.status, await tooMuch.text()]).toEqual([409, expect.stringContaining('Only $100 is available')])
    expect(await award({ [ritas]: '60', [other]: '40' })).toHaveLength(2)
    expect(await balances()).toEqual({ stripe: 10_000, awarded: -10_000 })
    const uses = await db
      .selectFrom('money_uses')
      .select(({ fn }) => fn.sum('amount').as('sum'))
      .executeTakeFirstOrThrow()
    expect(Number(uses.sum)).toBe(10_000)
    expect((await propose({ [ritas]: '1' })).status).toBe(409)
  })

  test('20 concurrent confirmations book once, and a late moderator sees that it changed', async () => {
    const { propose, confirm, idOf, ritas, balances, max, mia, db } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(id, n % 2 === 0 ? max : mia)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(10)
    expect(statuses.filter(status => status === 409)).toHaveLength(10)
    expect(await balances()).toMatchObject({ awarded: -6_000 })
    expect(await db.selectFrom('payouts').select('id').execute()).toHaveLength(1)
  })

  test('a moderator with a report, contribution or claim cannot decide the award', async () => {
    const { propose, confirm, idOf, ritas, report, mo, max, mia, pay, db, balances } = await setUp()
    await report(max)
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    const refused = await confirm(id, max)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('You wrote a report')])
    // Paid without logging in, but the receipt goes to her own address.
    await pay(give, { amount: '10' }, 'MIA@example.org')
    const paid = await confirm(id, mia)
    expect([paid.status, await paid.text()]).toEqual([403, expect.stringContaining('You contributed to this bounty')])
    const claim = {
      name: 'Mo',
      show_name: 0,
      email: null,
      plan: '',
      package: null,
      sha256: 'a',
      claimed_at: 1,
      until: 2,
    }
    const rest = { approved_at: null, end: 'lapsed', live: 0, locale: 'en' } as const
    await db
      .insertInto('claims')
      .values({ id: 'c', doi, claimant: `user:${mo.id}`, ...claim, ...rest })
      .execute()
    expect((await propose({ [ritas]: '1' }, mo)).status).toBe(403)
    expect(await balances()).not.toHaveProperty('awarded')
  })

  test('an award is not confirmed if its proposer contributed since, or its report lost approval', async () => {
    const { propose, confirm, idOf, ritas, pay, balances, db, post, mia } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }))
    await db.updateTable('reports').set({ approved_at: null }).execute()
    expect((await confirm(id)).status).toBe(409)
    await db.updateTable('reports').set({ approved_at: 5 }).execute()
    await pay(give, { amount: '10' }, 'mo@example.org')
    expect((await confirm(id)).status).toBe(403)
    const rejected = { action: 'reject', version: 1, reason: 'Mo has paid in.' }
    expect((await post(`/moderate/money/proposal/${id}`, rejected, mia)).status).toBe(200)
    expect((await confirm(id)).status).toBe(409)
    expect(await balances()).not.toHaveProperty('awarded')
  })

  test('one person cannot decide an award with two browsers, concurrently, or with a forged id or version', async () => {
    const { propose, confirm, idOf, ritas, mo, max, provider, balances, post, db } = await setUp()
    const again = { ...mo, cookie: `corroborate_session=${provider.signIn(mo.user, 60).token}.` }
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    const ids = [id.toUpperCase(), `${id} `, 'nobody', '../x', '%00', `${id}' or 1=1 --`]
    for (const other of ids)
      expect((await confirm(encodeURIComponent(other), max)).status, other).toSatisfy(
        status => status === 404 || status === 400,
      )
    for (const version of [0, 2, -1, 1.5, 1e12, '1; drop table proposals', null])
      expect((await confirm(id, max, version as number)).status, String(version)).toSatisfy(
        status => status === 409 || status === 400,
      )
    const own = await Promise.all(Array.from({ length: 10 }, (_, n) => confirm(id, n % 2 === 0 ? mo : again)))
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([403]))
    const reject = { action: 'reject', version: 1, reason: 'x' }
    expect((await post(`/moderate/money/proposal/${id}`, reject, again)).status).toBe(403)
    expect(await balances()).not.toHaveProperty('awarded')
    // The database enforces two moderators independently of the code.
    const one = { state: 'confirmed', decided_by: `user:${mo.id}` } as const
    await expect(db.updateTable('proposals').set(one).where('id', '=', id).execute()).rejects.toThrow()
  })

  test('an award is executed as proposed, whatever else a confirmation contains', async () => {
    const { propose, idOf, ritas, mo, max, post, balances, report, person, db } = await setUp()
    const elsewhere = await report(person('otto@example.org'), { on: '10.1000/other' })
    const pending = await report(person('pat@example.org'), { approved: false })
    for (const [parts, status] of [
      [{ [elsewhere]: '10' }, 409],
      [{ [pending]: '10' }, 409],
      [{ nobody: '10' }, 409],
      [{ [ritas]: '-10' }, 400],
      [{ [ritas]: '1e9' }, 400],
      [{ [ritas]: '0' }, 400],
      [{}, 400],
    ] as const)
      expect((await propose(parts as Record<string, string>)).status, JSON.stringify(parts)).toBe(status)
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    const more = {
      action: 'confirm',
      version: 1,
      amount: '100',
      [`part:${ritas}`]: '100',
      doi: '10.1000/other',
      moderator: `user:${mo.id}`,
    }
    expect((await post(`/moderate/money/proposal/${id}`, more, max)).status).toBe(200)
    expect(await balances()).toMatchObject({ awarded: -6_000, [`bounty:${doi}`]: -4_000 })
    expect(await db.selectFrom('proposals').select('decided_by').execute()).toEqual([{ decided_by: `user:${max.id}` }])
  })

  test('a former moderator, the report’s author or a claimant cannot confirm or have proposed an award', async () => {
    const { propose, confirm, idOf, ritas, mo, max, mia, balances, report, post } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }, mo))
    max.user.roles = ['stytch_user']
    expect((await confirm(id, max)).status).toBe(403)
    await report(mo)
    const refused = await confirm(id, mia)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('now has a conflict of interest'),
    ])
    const reject = { action: 'reject', version: 1, reason: 'Mo has reported, too.' }
    expect((await post(`/moderate/money/proposal/${id}`, reject, mia)).status).toBe(200)
    expect(await balances()).not.toHaveProperty('awarded')
  })

  test('the moderator who approved a report can neither propose nor confirm its award, and the page names them', async () => {
    const { propose, confirm, idOf, ritas, rita, mo, max, mia, approvedBy, desk, balances } = await setUp()
    await approvedBy(ritas, mo, rita)
    const own = await propose({ [ritas]: '60' }, mo)
    expect([own.status, await own.text()]).toEqual([403, expect.stringContaining('You approved one of these reports')])
    const [seen] = (await desk(mo)).awardable
    expect(seen?.reports).toMatchObject([
      { isLetIn: true, facts: expect.stringMatching(/^Approved by .+ on 1 January 1970/) },
    ])
    expect((await desk(max)).awardable[0]?.reports).toMatchObject([{ isLetIn: false }])
    const id = await idOf(await propose({ [ritas]: '60' }, max))
    const refused = await confirm(id, mo)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('You approved one')])
    expect((await desk(mo)).waiting).toMatchObject([{ barred: expect.stringContaining('You approved one'), by: 'Mo' }])
    expect(await balances()).not.toHaveProperty('awarded')
    expect((await confirm(id, mia)).status).toBe(200)
  })

  test('an award is not confirmed if its proposer approved the report since', async () => {
    const { propose, confirm, idOf, ritas, rita, max, mia, approvedBy } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }, max))
    await approvedBy(ritas, max, rita)
    const refused = await confirm(id, mia)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('approved one of its reports'),
    ])
  })

  test('an award shows the reporter’s account age and block, and a blocked one cannot be confirmed', async () => {
    const { propose, confirm, idOf, ritas, rita, max, mia, desk, request, db, balances } = await setUp()
    await request('/', { headers: { cookie: rita.cookie, accept: 'text/html' } })
    const id = await idOf(await propose({ [ritas]: '60' }))
    expect((await desk(max)).waiting[0]?.parts).toMatchObject([{ facts: expect.stringContaining('account since') }])
    const block = { writer: `user:${rita.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 } as const
    await db.insertInto('blocked_writers').values(block).execute()
    expect((await desk(max)).waiting[0]?.parts).toMatchObject([
      { facts: expect.stringContaining('stopped from writing') },
    ])
    const refused = await confirm(id, mia)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('has been blocked')])
    expect((await propose({ [ritas]: '1' })).status).toBe(409)
    expect(await balances()).not.toHaveProperty('awarded')
  })

  test('awards are for moderators only, and everyone else gets an error', async () => {
    const { propose, confirm, idOf, ritas, rita, post, request, mo } = await setUp()
    const id = await idOf(await propose({ [ritas]: '60' }))
    for (const [person, status] of [
      [rita, 403],
      [null, 401],
    ] as const) {
      expect((await post('/moderate/money', { act: 'award' }, person)).status).toBe(status)
      expect((await post(`/moderate/money/proposal/${id}`, { action: 'confirm', version: 1 }, person)).status).toBe(
        status,
      )
      expect((await post('/moderate/money/payout/x', { action: 'done', reference: 'x' }, person)).status).toBe(status)
    }
    expect((await request('/moderate/money')).status).toBe(401)
    expect((await confirm(id, mo, 7)).status).toBe(409)
    expect((await post(`/moderate/money/proposal/${id}`, { action: 'reject', version: 1 }, mo)).status).toBe(400)
    const back = { action: 'take-back', version: 1, reason: 'Wrong amount.' }
    expect(await (await post(`/moderate/money/proposal/${id}`, back, mo)).json()).toMatchObject({ state: 'rejected' })
  })

  test('an award from a claimed bounty goes to the claimant during the claim', async () => {
    const { propose, ritas, rita, db, provider, shown } = await setUp()
    const standing = async () => {
      const { bounty } = (await shown(`/${doi}`)).model.sections as unknown as Record<'bounty', { standing: object }>
      return bounty.standing
    }
    const now = provider.clock.now
    const claim = { name: 'Kim', show_name: 1, email: 'kim@example.org', plan: '', package: null, sha256: 'a' }
    const rest = { approved_at: now, end: null, live: 1, locale: 'de', claimed_at: now, until: now + 1e9 } as const
    await db
      .insertInto('claims')
      .values({ id: 'c', doi, claimant: 'user:kim', ...claim, ...rest })
      .execute()
    const refused = await propose({ [ritas]: '60' })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('reserved for a claim')])
    await db
      .updateTable('claims')
      .set({ claimant: `user:${rita.id}` })
      .execute()
    expect((await propose({ [ritas]: '60' })).status).toBe(200)
    expect(await standing()).toMatchObject({ words: expect.stringContaining('Reserved for Kim until') })
    provider.clock.now += 1e9
    expect(await standing()).toMatchObject({ words: 'Open' })
  })

  test('a repeated claim reserves the bounty for 90 days from the first claim at most', async () => {
    const { propose, ritas, db, provider } = await setUp()
    const day = 24 * 60 * 60_000
    const now = provider.clock.now
    const claim = {
      doi,
      claimant: 'user:kim',
      name: 'Kim',
      show_name: 1,
      email: null,
      plan: '',
      package: null,
    } as const
    const standing = {
      approved_at: now,
      end: null,
      live: 1,
      locale: 'en',
      claimed_at: now,
      until: now + 90 * day,
    } as const
    const over = { approved_at: 1, end: 'withdrawn', live: 0, locale: 'en', until: now } as const
    await db
      .insertInto('claims')
      .values({ id: 'new', sha256: 'a', ...claim, ...standing })
      .execute()
    expect((await propose({ [ritas]: '60' })).status).toBe(409)
    await db
      .insertInto('claims')
      .values([
        { id: 'old', sha256: 'b', ...claim, ...over, claimed_at: now - 89 * day },
        { id: 'elsewhere', sha256: 'c', ...claim, ...over, doi: '10.1000/y', claimed_at: now - 200 * day },
      ])
      .execute()
    const refused = await propose({ [ritas]: '60' })
    expect(refused.status, 'claims of other papers do not count').toBe(409)
    await db
      .updateTable('claims')
      .set({ claimed_at: now - 91 * day })
      .where('id', '=', 'old')
      .execute()
    expect((await propose({ [ritas]: '60' })).status).toBe(200)
  })

  test('a top-up from the pool follows the same rule and is booked in both funds', async () => {
    const { post, pay, idOf, confirm, balances, mo, request } = await setUp()
    await pay('/pool/contribute', { amount: '50' })
    const topUp = { act: 'top-up', doi, amount: '30', why: 'It matters.' }
    expect((await post('/moderate/money', { ...topUp, amount: '51' }, mo)).status).toBe(409)
    const id = await idOf(await post('/moderate/money', topUp, mo))
    expect((await confirm(id, mo)).status).toBe(403)
    expect((await confirm(id)).status).toBe(200)
    expect(await balances()).toEqual({ stripe: 15_000, pool: -2_000, [`bounty:${doi}`]: -13_000 })
    for (const [query, sign] of [
      ['fund=pool', '-30.00'],
      [`doi=${doi}`, '30.00'],
    ] as const) {
      const { lines } = (await (await request(`/books.json?${query}`)).json()) as {
        lines: { kind: string; amount: string }[]
      }
      expect(lines.find(({ kind }) => kind === 'top-up')?.amount).toBe(sign)
    }
  })
})
