import { runTransaction } from '@corroborate/server-kit/database'
import { createLimits, type Limit } from '@corroborate/server-kit/limits'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteAccount } from '../kit/feature/index.ts'
import { accountKey } from '../kit/people/index.ts'
import { openSandbox } from '../money/stripe-sandbox/index.ts'
import type { ModeratedKind } from '../readers/moderation/index.ts'
import { exampleReport } from '../readers/reports/testing/index.ts'
import { type AppTables, allRows, type SendCall, startCallers } from '../testing/index.ts'
import { features } from './features.ts'
import { siteLimits } from './limits.ts'
import { siteMigrations } from './migrations.ts'

type LimitName = keyof typeof siteLimits
/** Subject of a rate limit: person, address or paper. */
type Counted = 'person' | 'address' | 'paper'

/** A POST that brings something into the moderators' queue. */
type Sending = {
  kind: ModeratedKind
  what: string
  path: (doi: string) => string
  /** Another one for each number. */
  body: (n: number) => object
  takesVisitors: boolean
  limits: Readonly<Partial<Record<LimitName, readonly Counted[]>>>
}

const { doi: _, ...report } = exampleReport
const sha256 = (n: number) => n.toString(16).padStart(64, '0')
const ofClaimsAndReports = {
  claimsAndReportsOfPerson: ['person'],
  claimsAndReportsFromAddress: ['address'],
  claimsAndReportsOnPaper: ['paper'],
} as const

const sendings: readonly Sending[] = [
  {
    kind: 'comment',
    what: 'a note',
    path: doi => `/${doi}/comment`,
    body: n => ({ author: 'Ada', content: `The link in table ${n} is dead.` }),
    takesVisitors: true,
    limits: {
      note: ['address'],
      noteOfPerson: ['person'],
      noteOnPaper: ['address', 'paper'],
      notesOfPaper: ['paper'],
    },
  },
  {
    kind: 'audit',
    what: 'a report',
    path: doi => `/${doi}/audit/`,
    body: n => ({ ...report, auditReport: `Table ${n} comes out.`, sha256: sha256(n) }),
    takesVisitors: false,
    limits: ofClaimsAndReports,
  },
  {
    kind: 'audit',
    what: 'a claim',
    path: doi => `/${doi}/audit/`,
    body: n => ({ ...report, status: 'pending', auditReport: `Month ${n}.`, sha256: sha256(n) }),
    takesVisitors: false,
    limits: ofClaimsAndReports,
  },
  {
    kind: 'problem',
    what: 'a problem',
    path: doi => `/${doi}/problem`,
    body: n => ({ words: `Number ${n} is wrong.`, email: 'ada@example.org' }),
    takesVisitors: true,
    limits: {
      ...{ problem: ['address'], problemOfPerson: ['person'] },
      ...{ problemOfPaper: ['address', 'paper'], problemsOfPaper: ['paper'] },
    },
  },
  {
    kind: 'contribution',
    what: 'words beside money',
    path: doi => `/${doi}/contribute`,
    body: n => ({ amount: 25, name: 'Ada', message: `Thank you, ${n}.` }),
    takesVisitors: true,
    limits: { contribute: ['address'] },
  },
]

/** Limits of these features that are for other calls. */
const ofOtherCalls: readonly string[] = ['reportDraft', 'sessionDetails']

/** All limits far away, but that one lets one call pass. */
const tight = (name: LimitName | null): Record<LimitName, Limit> =>
  Object.fromEntries(
    Object.entries(siteLimits).map(([each, limit]) => [each, { ...limit, points: each === name ? 1 : 100_000 }]),
  ) as Record<LimitName, Limit>

const papers = ['10.1000/x', '10.1000/y'] as const
const addresses = ['192.0.2.1', '198.51.100.1'] as const

test('every moderated submission is covered here with each of its limits', () => {
  const moderating = features.filter(({ moderated }) => moderated !== undefined)
  expect(moderating.map(({ moderated }) => moderated?.kind).toSorted()).toEqual(
    [...new Set(sendings.map(({ kind }) => kind))].toSorted(),
  )
  const tried = new Set([...ofOtherCalls, ...sendings.flatMap(({ limits }) => Object.keys(limits))])
  expect(moderating.flatMap(({ limits }) => Object.keys(limits ?? {})).filter(name => !tried.has(name))).toEqual([])
})

describeStore<AppTables>('what comes into the moderators’ queue', siteMigrations, open => {
  /** `whenCounted`: runs between the rate limit check and the write. */
  const setUp = async ({
    limit = null,
    whenCounted = async () => {},
  }: {
    limit?: LimitName | null
    whenCounted?: () => Promise<void>
  } = {}) => {
    const db = await open()
    const sandbox = openSandbox({ file: ':memory:', origin: 'http://localhost', send: async () => true, now: Date.now })
    onTestFinished(() => sandbox.close())
    const settings = { TRUSTED_PROXIES: '127.0.0.1' }
    const counting = createLimits(tight(limit), { prefix: 'test', logger: testLogger().logger })
    const limits: typeof counting = {
      ...counting,
      require: async (...asked) => {
        await counting.require(...asked)
        await whenCounted()
      },
    }
    const callers = await startCallers(db, settings, { limits, sandbox })
    const moderator = callers.person('mo@example.org', { roles: ['moderator'] })
    /** Blocks a user from writing because of one of their notes. */
    const block = async (send: SendCall) => {
      const note = await send('/10.1000/z/comment', { author: 'Ada', content: 'Buy my pills.' })
      const { id } = (await note.json()) as { id: string }
      expect((await moderator.send(`/moderate/comment/${id}`, { action: 'block' })).status).toBe(200)
    }
    const visitor = (n: number): SendCall => {
      const cookie = `visitor=${String(n).padStart(22, 'v')}`
      return (path, body, headers) => callers.visitor.send(path, body, { cookie, ...headers })
    }
    return { db, ...callers, block, visitor }
  }

  describe.each(sendings)('$what', ({ path, body, takesVisitors, limits }) => {
    test('is refused from an account and from a browser that a moderator has blocked from writing', async () => {
      const { db, person, visitor, block } = await setUp()
      for (const send of [person('ada@example.org').send, ...(takesVisitors ? [visitor(1)] : [])]) {
        await block(send)
        const before = await allRows(db)
        const refused = await send(path(papers[0]), body(1))
        expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('moderator has blocked')])
        expect(await allRows(db)).toEqual(before)
      }
    })

    test.each(Object.entries(limits) as [LimitName, readonly Counted[]][])(
      'submissions over the limit %s, by %j, return 429 and change nothing',
      async (limit, counted) => {
        const { db, person, visitor } = await setUp({ limit })
        const people =
          takesVisitors && !counted.includes('person')
            ? [visitor(0), visitor(1)]
            : [await person('ada@example.org').comeIn(), await person('bob@example.org').comeIn()]
        let sent = 0
        /** Sends one submission, from a second person, address or paper where `other` returns true. */
        const send = (other: (what: Counted) => boolean) => {
          const of = <T>(what: Counted, [one, another]: readonly [T, T] | readonly T[]) =>
            (other(what) ? another : one) as T
          const headers = { 'x-forwarded-for': of('address', addresses) }
          return of('person', people)(path(of('paper', papers)), body(++sent), headers)
        }
        expect((await send(() => false)).status).toBe(200)
        const before = await allRows(db)
        const refused = await send(what => !counted.includes(what))
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
        expect(await allRows(db)).toEqual(before)
        for (const one of counted)
          expect((await send(what => what === one || !counted.includes(what))).status, `another ${one}`).toBe(200)
      },
    )

    test('submissions of a meanwhile deleted account store nothing', async () => {
      let whenCounted = async () => {}
      const { db, person } = await setUp({ whenCounted: () => whenCounted() })
      const before = await allRows(db)
      const ada = person('ada@example.org')
      const send = await ada.comeIn()
      whenCounted = () => {
        const account = { id: ada.id, key: accountKey(ada.id), upTo: null, at: 1 }
        return runTransaction(db, tx => deleteAccount(features, tx, account))
      }
      expect((await send(path(papers[0]), body(1))).status).toBe(401)
      expect(await allRows(db)).toEqual(before)
    })
  })
})
