import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { type BountyMailContent, bountyMail, createBountyMailJob } from './feature.ts'
import type { BountyMail, BountyTopic } from './plan.ts'

const content: BountyMailContent = {
  locale: 'en',
  about: 'held',
  money: [{ amount: 2_500, currency: 'usd' }],
  until: Date.UTC(2026, 10, 3),
  paper: 'On Reproduction',
  page: 'https://site.example/10.1000/x',
  books: 'https://site.example/books',
  isSandbox: false,
}

test('a bounty email contains amount, paper, date, rules and link', () => {
  const { text } = bountyMail(content)
  expect(text).toContain('reproduction of “On Reproduction”. Its bounty of US$25 is reserved until 3 November 2026')
  expect(text).toContain('Bounties reward sound reproductions, whatever the result')
  expect(text).toContain('Paper:\nhttps://site.example/10.1000/x')
  expect(text).toContain('Ledger:\nhttps://site.example/books')
  expect(text).not.toMatch(/sandbox|undefined/)
})

test('a bounty email says that no money moved, lists several currencies, and names the pool', () => {
  const money = [...content.money, { amount: 900, currency: 'eur' }]
  const { text } = bountyMail({ ...content, money, until: null, paper: null, isSandbox: true })
  expect(text).toContain('reproduction of the pool. Its bounty of US$25 + €9 is reserved until the day it ends')
  expect(text).toContain('Sent by a sandbox: no money has moved.')
})

test.each<[BountyTopic, string]>([
  ['held', 'because you contributed'],
  ['open-again', 'because you contributed'],
  ['to-pool', 'because you contributed'],
  ['held-for-you', 'when you claimed'],
  ['awarded-elsewhere', 'when you claimed'],
  ['offered-again', 'when you claimed'],
  ['gone', 'when you claimed'],
])('a “%s” email explains why it was sent: %s', (about, because) =>
  expect(bountyMail({ ...content, about }).text).toContain(because),
)

describeStore<ContributionTables & ClaimTables>('a mail about a bounty', siteMigrations, open => {
  const setUp = async (title: string | null = 'On Reproduction') => {
    const db = await open()
    await keepContributions(db as never, { locale: 'de' }, { id: 'mute', email: null })
    const who = { claimant: 'user:kim', name: 'Kim', show_name: 1, plan: '', package: null }
    const rest = { approved_at: 1, end: null, live: 1, locale: 'es', claimed_at: 1, until: 9 } as const
    const claim = (id: string, doi: string, email: string | null) =>
      db
        .insertInto('claims')
        .values({ id, doi, sha256: id, email, ...who, ...rest })
        .execute()
    await claim('kim', '10.1000/x', 'kim@example.org')
    await claim('kim-mute', '10.1000/y', null)
    const sent: { id: string; to: string; subject: string; text: string }[] = []
    const mailer = {
      send: async (mail: (typeof sent)[number]) => {
        sent.push(mail)
        return { kind: 'sent' as const }
      },
    }
    const origin = 'https://site.example'
    const job = createBountyMailJob({ db, mailer, titleOf: async () => title, origin, isSandbox: false })
    const write = async (mail: Partial<BountyMail>) => {
      const { money, until } = content
      const what = {
        about: 'held',
        to: { kind: 'contribution', id: 'gift-1' },
        doi: '10.1000/x',
        money,
        until,
        ...mail,
      }
      await job(what as never, { id: 'job-1', signal: AbortSignal.timeout(9_000) } as never)
      return sent.at(-1)
    }
    return { write, sent }
  }

  test('bounty emails go to contributors and claimants, each in their language', async () => {
    const { write } = await setUp()
    expect(await write({})).toMatchObject({
      id: 'bounty-job-1',
      to: 'ada@example.org',
      subject: expect.stringMatching(/^Reproduktion eines Artikels angekündigt/),
    })
    const claimed = await write({ about: 'held-for-you', to: { kind: 'claim', id: 'kim' } })
    expect(claimed).toMatchObject({ to: 'kim@example.org', subject: expect.stringMatching(/^Tienes reservada/) })
    expect(claimed?.text).toContain('«On Reproduction»')
    expect(claimed?.text).toContain('https://site.example/10.1000/x\n')
    expect(claimed?.text).toContain('https://site.example/books?doi=10.1000%2Fx')
  })

  test('a bounty email uses the DOI without a known title, and names the pool', async () => {
    const { write } = await setUp(null)
    expect((await write({}))?.text).toContain('10.1000/x')
    const ofPool = await write({ about: 'to-pool', doi: null })
    expect(ofPool?.text).toContain('https://site.example/pool\n')
    expect(ofPool?.text).toContain('https://site.example/books?fund=pool')
  })

  test.each([
    { kind: 'contribution', id: 'mute' },
    { kind: 'contribution', id: 'nobody' },
    { kind: 'claim', id: 'kim-mute' },
    { kind: 'claim', id: 'nobody' },
  ] as const)('goes to nobody who has taken their address back: %j', async to => {
    const { write, sent } = await setUp()
    await write({ to })
    expect(sent).toEqual([])
  })
})
