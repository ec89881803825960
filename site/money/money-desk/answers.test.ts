import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const page = '/moderate/money'

describeStore<DeskTables>('what a moderator is answered', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { pay, person, report, send, shown, mo, max, post, propose, idOf } = desk
    await pay(`/${doi}/contribute`, { amount: '100' })
    const ritas = await report(person('rita@example.org'))
    /** Sends a form of the page, which a browser does. */
    const fill = (path: string, fields: Record<string, string>, who: Person = mo) =>
      send(path, fields, { cookie: who.cookie })
    const award = (amount = '60') => fill(page, { act: 'award', doi, [`part:${ritas}`]: amount, why: 'Good work.' })
    const waiting = async () => idOf(await propose({ [ritas]: '60' }))
    const noticeAt = async (path: string, who: Person = mo) => (await shown(path, { cookie: who.cookie })).model.notice
    const proposals = () => db.selectFrom('proposals').select(['state', 'reason', 'why']).execute()
    const log = () =>
      db
        .selectFrom('money_log')
        .leftJoin('money_actors', 'money_actors.id', 'money_log.actor')
        .select(['act', 'about', 'doi', 'why', 'words', 'account'])
        .orderBy('at', 'desc')
        .orderBy('act')
        .execute()
    const decide = (id: string, fields: object, who: Person = max) =>
      post(`${page}/proposal/${id}`, { version: 1, ...fields }, who)
    return { db, ...desk, ritas, fill, award, waiting, noticeAt, proposals, log, decide }
  }
  type Desk = Awaited<ReturnType<typeof setUp>>

  /** The payout agreed by two moderators. */
  const dueNow = async ({ db }: Desk, change: { state?: 'stopped' } = {}) => {
    const { id } = await db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
    if ('state' in change) await db.updateTable('payouts').set(change).execute()
    return id
  }

  describe('form response', () => {
    test.each<[string, (desk: Desk) => Response | Promise<Response>, string, string]>([
      [
        'proposes an award',
        ({ award }) => award(),
        'proposed',
        'Proposed. Money moves when another moderator confirms it.',
      ],
      [
        'confirms it',
        async ({ waiting, fill, max }) =>
          fill(`${page}/proposal/${await waiting()}`, { action: 'confirm', version: '1' }, max),
        'confirmed',
        'Confirmed and booked.',
      ],
      [
        'rejects it',
        async ({ waiting, fill, max }) =>
          fill(`${page}/proposal/${await waiting()}`, { action: 'reject', version: '1', reason: 'No.' }, max),
        'rejected',
        'Rejected. No money moved.',
      ],
      [
        'takes it back',
        async ({ waiting, fill }) =>
          fill(`${page}/proposal/${await waiting()}`, { action: 'take-back', version: '1', reason: 'No.' }),
        'rejected',
        'Rejected. No money moved.',
      ],
      [
        'notes that a reporter was paid',
        async desk => {
          await desk.confirm(await desk.waiting())
          return desk.fill(`${page}/payout/${await dueNow(desk)}`, { action: 'done', reference: 'SEPA 1' })
        },
        'paid',
        'Marked as paid.',
      ],
      [
        'has what came back paid again',
        async desk => {
          await desk.confirm(await desk.waiting())
          return desk.fill(`${page}/payout/${await dueNow(desk, { state: 'stopped' })}`, { action: 'again' })
        },
        'again',
        'The payout will be retried.',
      ],
      [
        'has the books compared',
        ({ fill }) => fill(page, { act: 'reconcile' }),
        'asked',
        'Reconciliation started. Reload in a moment to see the result.',
      ],
    ])('a form that %s returns the page with a confirmation', async (_, act, word, sentence) => {
      const desk = await setUp()
      const answer = await act(desk)
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        303,
        `${page}?done=${word}`,
        'no-store',
      ])
      expect(await desk.noticeAt(`${page}?done=${word}`)).toEqual({ kind: 'done', sentence })
    })

    test.each(['', '?done=', '?done=nonsense', '?done=toString'])(
      'a form at %s without effect returns the page',
      async query => {
        const { noticeAt } = await setUp()
        expect(await noticeAt(page + query)).toBeNull()
      },
    )

    test('a rejected form returns the current page with the reason', async () => {
      const { award, fill } = await setUp()
      const refused = await award('101')
      const { model } = (await refused.json()) as { model: { notice: object; topUp: object; awardable: object[] } }
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([409, 'no-store'])
      expect(model.notice).toEqual({
        kind: 'problem',
        sentence: 'Only $100 is available from this bounty.',
      })
      expect(model.topUp).toEqual({ doi: '', amount: '', why: '' })
      expect((await fill(`${page}/payout/nobody`, { action: 'again' })).status).toBe(404)
    })

    test('a rejected top-up form keeps its input, and a successful one is cleared', async () => {
      const { fill, pay } = await setUp()
      const typed = { doi, amount: '30', why: 'It matters.' }
      const formAfter = async (fields: Record<string, string>) => {
        const answer = await fill(page, { act: 'top-up', ...fields })
        return [answer.status, ((await answer.json()) as { model: { topUp: object } }).model.topUp]
      }
      expect(await formAfter(typed)).toEqual([409, typed])
      expect(await formAfter({ why: 'It matters.' })).toEqual([400, { doi: '', amount: '', why: 'It matters.' }])
      expect(await formAfter({ doi, amount: '30' })).toEqual([400, { doi, amount: '30', why: '' }])
      await pay('/pool/contribute', { amount: '50' })
      expect((await fill(page, { act: 'top-up', ...typed })).status).toBe(303)
    })
  })

  describe('API response', () => {
    test('the response is uncached JSON', async () => {
      const { waiting, decide, post, mo, propose, ritas } = await setUp()
      const id = await waiting()
      const rejected = await decide(id, { action: 'reject', reason: 'No.' })
      expect(rejected.headers.get('cache-control')).toBe('no-store')
      expect(await rejected.json()).toEqual({ id, state: 'rejected', version: 2 })
      const proposed = await propose({ [ritas]: '5' })
      expect(await proposed.json()).toEqual({ id: expect.any(String), version: 1, state: 'waiting' })
      expect(await (await post(page, { act: 'reconcile' }, mo)).json()).toEqual({ status: 'asked' })
    })

    test('forms requesting JSON and pages sending JSON get JSON', async () => {
      const { send, request, mo } = await setUp()
      const form = await send(page, { act: 'reconcile' }, { cookie: mo.cookie, accept: 'application/json' })
      expect([form.status, await form.json()]).toEqual([200, { status: 'asked' }])
      const body = JSON.stringify({ act: 'reconcile' })
      const headers = {
        cookie: mo.cookie,
        accept: 'text/html',
        'content-type': 'application/json',
        'content-length': String(body.length),
      }
      const json = await request(page, { method: 'POST', body, headers })
      expect([json.status, await json.json()]).toEqual([200, { status: 'asked' }])
    })

    test.each<[string, (desk: Desk) => Response | Promise<Response>, number, string]>([
      [
        'an award without a reason',
        ({ propose, ritas }) => propose({ [ritas]: '5' }, undefined, ' '),
        400,
        'Enter a reason. It is logged with the decision.',
      ],
      ['an award for nobody', ({ propose }) => propose({}), 400, 'Enter an amount for at least one report.'],
      [
        'more than there is',
        ({ propose, ritas }) => propose({ [ritas]: '101' }),
        409,
        'Only $100 is available from this bounty.',
      ],
      [
        'their own proposal',
        async ({ decide, waiting, mo }) => decide(await waiting(), { action: 'confirm' }, mo),
        403,
        'Two moderators are required: you proposed this, so you can only withdraw it; another moderator confirms or rejects it.',
      ],
      [
        'a proposal that is not there',
        ({ decide }) => decide('nobody', { action: 'confirm' }),
        404,
        'Proposal not found.',
      ],
      [
        'to take back what nobody was awarded',
        ({ post, mo }) => post(page, { act: 'withdrawal', why: 'Not theirs.' }, mo),
        404,
        'Award not found.',
      ],
      [
        'to reject without a reason',
        async ({ decide, waiting }) => decide(await waiting(), { action: 'reject' }),
        400,
        'Enter a reason. It is logged with the decision.',
      ],
    ])('%s is rejected with a message', async (_, act, status, sentence) => {
      const answer = await act(await setUp())
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: sentence }])
    })
  })

  describe('stored decision data', () => {
    test('a rejection stores its reason, and a confirmation has none', async () => {
      const { waiting, decide, proposals } = await setUp()
      await decide(await waiting(), { action: 'reject', reason: ' Look again. ' })
      await decide(await waiting(), { action: 'confirm', reason: 'It is good.' })
      expect(new Set(await proposals())).toEqual(
        new Set([
          { state: 'rejected', reason: 'Look again.', why: 'It is good work.' },
          { state: 'confirmed', reason: null, why: 'It is good work.' },
        ]),
      )
    })

    test('a requested reconciliation runs as a job and stores who requested it', async () => {
      const { fill, log, mo, db } = await setUp()
      await fill(page, { act: 'reconcile' })
      expect(await log()).toEqual([
        {
          act: 'reconcile',
          about: 'stripe',
          doi: null,
          why: null,
          words: 'the books with Stripe',
          account: `user:${mo.id}`,
        },
      ])
      const jobs = db.selectFrom('outbox').select('payload').where('kind', '=', 'money.reconcile')
      expect(await jobs.execute()).toEqual([{ payload: '{}' }])
    })

    test.each([
      [{ why: ' By my bank. ' }, 'By my bank.'],
      [{ why: ' ' }, null],
      [{}, null],
    ])('a manual payout stores its optional reason: %o', async (said, why) => {
      const desk = await setUp()
      await desk.confirm(await desk.waiting())
      desk.provider.clock.now += 1
      const id = await dueNow(desk)
      const note = { action: 'done', reference: 'SEPA 1', ...said }
      const answer = await desk.post(`${page}/payout/${id}`, note, desk.mo)
      expect(await answer.json()).toEqual({ id, status: 'done' })
      expect((await desk.log())[0]).toMatchObject({ act: 'payout-done', about: id, why, account: `user:${desk.mo.id}` })
    })
  })
})
