import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { createPayoutMailJob } from './feature.ts'
import type { SettleTables } from './settle.ts'
import type { Payee, Payout } from './tables.ts'
import { keepRows } from './testing/index.ts'

type Tables = Parameters<typeof createPayoutMailJob>[0]['db'] extends Kysely<infer T> ? T : never
type All = SettleTables & Tables

describeStore<All>('a mail to a reporter', siteMigrations, open => {
  const setUp = async (payout: Partial<Payout> = {}, payees: Partial<Payee>[] = []) => {
    const db = await open()
    await keepRows(db as never, { payouts: [payout], payees })
    const sent: { id: string; to: string; subject: string; text: string }[] = []
    const write = async ({ about = 'paid', title = null as string | null, isSandbox = false } = {}) => {
      const mailer = {
        send: async (mail: (typeof sent)[number]) => {
          sent.push(mail)
          return { kind: 'sent' as const }
        },
      }
      const titleOf = async () => title
      const job = createPayoutMailJob({ db: db as never, mailer, titleOf, origin: 'https://site.example', isSandbox })
      await job({ payout: 'payout-1', about } as never, { id: 'job-1', signal: AbortSignal.timeout(9_000) } as never)
      return sent.at(-1)
    }
    const proved = (mail_to: string | null) =>
      db
        .insertInto('accounts')
        .values({
          user_id: 'rita',
          name: 'Rita',
          email: 'rita@shown.example',
          proved: 1,
          mail_to,
          created_at: 1,
          updated_at: 1,
        })
        .execute()
    const report = (email: string | null) => {
      const texts = { id: 'report-1', doi: '10.1000/x', sha256: 'a', canonical_sha256: 'a', content: '{}' }
      const rest = { author: 'user:rita', name: 'Rita', outcome: 'success', created_at: 1, approved_at: 2 } as const
      return db
        .insertInto('reports')
        .values({ ...texts, ...rest, email, counted_at: null })
        .execute()
    }
    const claim = (id: string, claimed_at: number, locale: 'de' | 'es', claimant = 'user:rita') => {
      const what = { doi: '10.1000/x', name: 'Rita', show_name: 0, plan: '', package: null, sha256: id }
      const rest = { email: null, until: 9, approved_at: null, end: 'lapsed', live: 0 } as const
      return db
        .insertInto('claims')
        .values({ id, claimant, claimed_at, locale, ...what, ...rest })
        .execute()
    }
    return { sent, write, proved, report, claim }
  }

  test('a payout email prefers the account’s verified address over the report’s', async () => {
    const { write, proved, report } = await setUp()
    await report('of-report@example.org')
    expect((await write())?.to).toBe('of-report@example.org')
    await proved('proved@example.org')
    expect((await write())?.to).toBe('proved@example.org')
  })

  test.each([
    ['nobody knows an address', {}],
    ['the account is deleted', { reporter: null }],
    ['the report is gone', { report: 'gone' }],
    ['there is no such payout', { id: 'another' }],
  ])('a payout email is not sent where %s', async (_, payout) => {
    const { sent, write, report } = await setUp(payout)
    await report('id' in payout || 'reporter' in payout ? 'of-report@example.org' : null)
    await write()
    expect(sent).toEqual([])
  })

  test('a payout email shows amount, paper, award state and whether money moved', async () => {
    const { write, proved } = await setUp({ problem: 'It cannot be run.' })
    await proved('proved@example.org')
    const mail = await write({ about: 'withdrawn', title: 'On Reproduction' })
    expect(mail).toMatchObject({ id: 'payout-job-1', subject: 'Your award of US$60 was withdrawn' })
    expect(mail?.text).toMatch(/report on “On Reproduction” before it was paid: “It cannot be run\.”/)
    expect(mail?.text).toMatch(
      /payout method:\nhttps:\/\/site\.example\/login\?\S*dashboard%2Fawards\S*\nYou may be asked to log in/,
    )
    expect(mail?.text).not.toMatch(/sandbox|undefined/)
    const tried = await write({ isSandbox: true })
    expect(tried?.text).toContain('Sent by a sandbox: no money has moved.')
    expect(tried?.text).toContain('report on “10.1000/x”')
  })

  test('a payout email omits a missing reason', async () => {
    const { write, proved } = await setUp()
    await proved('proved@example.org')
    expect((await write({ about: 'withdrawn' }))?.text).toContain('before it was paid: “”')
  })

  test.each<[string, Partial<Payee>[], [number, 'de' | 'es'][], string]>([
    ['the language in which they said how to be paid', [{ locale: 'de' }], [[2, 'es']], 'Ihre Bank'],
    [
      'the language of their last claim',
      [],
      [
        [1, 'es'],
        [2, 'de'],
      ],
      'Ihre Bank',
    ],
    [
      'the language of their last claim, another one',
      [],
      [
        [2, 'es'],
        [1, 'de'],
      ],
      'Tu banco',
    ],
    ['English otherwise', [], [], 'Your bank'],
  ])('a payout email is written in %s', async (_, payees, claims, subject) => {
    const { write, proved, claim } = await setUp({}, payees)
    await proved('proved@example.org')
    await claim('of-otto', 5, 'es', 'user:otto')
    for (const [at, locale] of claims) await claim(`claim-${at}`, at, locale)
    expect((await write({ about: 'bank-refused' }))?.subject).toContain(subject)
  })
})
