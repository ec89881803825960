import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../../kit/doi/index.ts'
import { bountyOf } from '../../../money/ledger/accounts.ts'
import { type DeskTables, startDesk } from '../../../money/money-desk/testing/index.ts'
import { refund } from '../../../money/returns/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import {
  type KnownTables,
  noteAsked,
  noteFailure,
  noteReach,
  replaceStarter,
  saveUpdates,
  withNews,
} from '../../../paper/known/index.ts'
import { work, writeIndex } from '../../../paper/works-index/testing/index.ts'
import type { ClaimTables } from '../../../readers/claims/index.ts'
import type { NoteTables } from '../../../readers/notes/index.ts'
import { exampleReport } from '../../../readers/reports/testing/index.ts'
import type { DumpTables } from '../tables.ts'

/** A paper that others tried to repeat, and a DOI that no source knows. */
export const papers = { known: '10.1037/smile', unknown: '10.1000/x' } as const

/** Private strings that must not appear in a dump. */
export const secrets = [
  'secret',
  'Undecided words',
  'an advertisement',
  'My private plan',
  'Hidden Claimant',
  'Unseen Giver',
  'visitor:',
  'user:',
  'pi_',
  'cs_',
  'It is good work.',
]

type Tables = DeskTables & DumpTables & NoteTables & ClaimTables & ActivityTables

/** Fills a site with everything a dump contains, and with data it excludes, through the site's own endpoints. */
export const fillSite = async (db: Kysely<Tables>, indexFile: string) => {
  await fillKnown(db, indexFile)
  const desk = await startDesk(db as never)
  const now = desk.provider.clock.now
  const { mo, max, mia, post, person } = desk
  const moe = person('moe@example.org', ['moderator'])
  const done = async (answer: Response): Promise<Record<string, string>> => {
    if (answer.status >= 300) throw new Error(`${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const idOf = async (answer: Response): Promise<string> => (await done(answer)).id ?? ''
  const decide = async (kind: string, id: string, action: object, by = mo) =>
    done(await post(`/moderate/${kind}/${id}`, action, by))
  const approve = { action: 'approve' }
  const ada = person('ada.secret@example.org')
  const bob = person('bob.secret@example.org')

  for (const doi of Object.values(papers)) {
    for (const voteType of ['upvote', 'upvote', 'downvote']) await done(await post(`/${doi}/vote`, { voteType }, null))
    await done(await post(`/${doi}/vote`, { voteType: 'upvote' }, ada))
    await done(await post(`/${doi}/watch`, {}, bob))
    const note = (body: object) => post(`/${doi}/comment`, { author: 'Ada', content: 'x', ...body }, ada)
    const first = await idOf(await note({ content: 'The data are at https://osf.io/abcde now.', interests: 'None' }))
    await decide('comment', first, approve)
    const answer = await idOf(await note({ content: 'They have moved once more.', replyTo: first }))
    await decide('comment', answer, approve)
    await note({ content: 'Undecided words.' })
    const spam = await idOf(await note({ content: 'This is an advertisement.' }))
    await decide('comment', spam, { action: 'spam', reason: 'promotion' })
  }

  const report = (body: object, by = ada) =>
    post(`/${papers.known}/audit/`, { ...exampleReport, doi: papers.known, ...body }, by)
  const counted = await idOf(await report({ approach: 'Ran the deposited code.', results: [] }))
  await decide('audit', counted, approve)
  await decide('audit', counted, { action: 'second' }, max)
  const once = await idOf(
    await report(
      { status: 'success', sha256: 'ab'.repeat(32), auditReport: 'It ran.', results: [], auditorName: 'Bob' },
      bob,
    ),
  )
  await decide('audit', once, approve)
  await report({ status: 'failed', sha256: 'cd'.repeat(32), auditReport: 'Undecided words.', results: [] }, bob)

  const claim = {
    status: 'pending',
    auditorEmail: 'claim.secret@example.org',
    auditReport: 'My private plan',
    reproducibilityPackage: null,
  }
  const shown = await idOf(
    await post(
      `/${papers.unknown}/audit/`,
      { ...claim, sha256: 'c1'.repeat(32), auditorName: 'Clara Claimant', showName: true },
      ada,
    ),
  )
  await decide('audit', shown, approve)
  const hidden = await idOf(
    await post(
      `/${papers.unknown}/audit/`,
      { ...claim, sha256: 'c2'.repeat(32), auditorName: 'Hidden Claimant', showName: false },
      bob,
    ),
  )
  await decide('audit', hidden, approve)
  // Bob has claimed it before, and that claim has lapsed since.
  const earlier = await db.selectFrom('claims').selectAll().where('id', '=', hidden).executeTakeFirstOrThrow()
  const day = 24 * 60 * 60_000
  await db
    .insertInto('claims')
    .values({
      ...earlier,
      id: 'earlier',
      sha256: 'c3'.repeat(32),
      claimed_at: earlier.claimed_at - 30 * day,
      live: 0,
      end: 'withdrawn',
    })
    .execute()

  for (const fund of [`/${papers.known}/contribute`, `/${papers.unknown}/contribute`, '/pool/contribute']) {
    await desk.pay(fund, { amount: '25', name: 'Gina Giver', message: 'Good luck' }, 'gina.secret@example.org')
    const named = await db
      .selectFrom('contributions')
      .select('id')
      .orderBy('begun_at', 'desc')
      .orderBy('id')
      .limit(1)
      .where('public_at', 'is', null)
      .where('name', '=', 'Gina Giver')
      .executeTakeFirstOrThrow()
    await decide('contribution', named.id, approve)
    await desk.pay(fund, { amount: '50', name: 'Unseen Giver' }, 'una.secret@example.org')
    const { payment } = await desk.pay(fund, { own: '10' }, 'rita.secret@example.org')
    desk.sandbox.world.refund({ payment_intent: payment, amount: 1_000 })
    await desk.sandbox.deliver()
  }
  const proposed = await post(
    '/moderate/money',
    { act: 'award', doi: papers.known, currency: 'usd', why: 'It is good work.', [`part:${counted}`]: '60' },
    mia,
  )
  await done(await desk.confirm(await idOf(proposed), moe))
  const topUp = { act: 'top-up', doi: papers.known, amount: '30', why: 'It is good work.' }
  await done(await desk.confirm(await idOf(await post('/moderate/money', topUp, mia)), moe))
  await desk.pay('/10.1016/fraud/contribute', { amount: '50' }, 'rita.secret@example.org')
  const asked = { actor: 'operator:Olga secret', why: 'It is good work.' }
  await refund(db as never, { kind: 'fund', fund: bountyOf('10.1016/fraud' as Doi) }, asked, now)
  await desk.settle('payments.fees', 'returns.send', 'bounties.look')
  // And something is on its way back.
  await refund(db as never, { kind: 'fund', fund: bountyOf(papers.unknown as Doi) }, asked, now)
  await desk.settle('bounties.look')
  return { desk, reports: { counted, once } }
}

const fillKnown = async (db: Kysely<Tables>, indexFile: string): Promise<void> => {
  const now = Date.now()
  const [known, retracted, notice, preprint, looked] = [
    papers.known,
    '10.1016/fraud',
    '10.1016/notice',
    '10.1101/early',
    '10.5555/looked-up',
  ].map(storedDoi) as [Doi, Doi, Doi, Doi, Doi]
  writeIndex(indexFile, [
    work(known, {
      title: 'Conditions of the human smile',
      authors: ['Fritz Strack'],
      source: 'starter',
      year: 1988,
      citedBy: 4_000,
    }),
    work(retracted, {
      title: 'A study that did not happen',
      journal: 'Journal of Studies',
      year: 2019,
      retracted: true,
    }),
    {
      ...work(preprint, { title: 'Conditions of the human smile: an early draft' }),
      authorsTruncated: true,
      authors: [{ name: 'Lone Author', orcid: '0000-0002-1825-0097' }],
    },
  ])
  const attempt = {
    originalDoi: known,
    replicationDoi: storedDoi('10.1177/again'),
    type: 'replication',
    outcome: 'failed',
    quote: 'It did not.',
    originalTitle: null,
    originalJournal: null,
    originalYear: 1988,
    replicationTitle: 'Registered report',
    replicationJournal: null,
    replicationYear: 2016,
    origin: 'starter',
  }
  const fraud = {
    doi: retracted,
    noticeDoi: notice,
    date: '2020-06-04',
    retracted: true,
    journal: 'Journal of Studies',
    publisher: null,
    title: 'Retraction: a study',
  }
  await replaceStarter(db, { updates: [{ ...fraud, type: 'retraction' }], replications: [attempt] }, now)
  await saveUpdates(
    db,
    [{ ...fraud, type: 'retraction', reasons: ['Falsification of data'], links: ['https://example.org/why'] }],
    'retraction-watch-list',
  )
  const correction = {
    ...fraud,
    doi: known,
    noticeDoi: storedDoi('10.1037/correction'),
    date: new Date(now).toISOString().slice(0, 10),
    retracted: false,
    type: 'correction',
  }
  await runTransaction(db.$pickTables<keyof KnownTables>(), tx =>
    withNews(tx, [correction], now, () => saveUpdates(tx, [correction], 'crossref')),
  )
  const facts = {
    title: 'Found elsewhere',
    authors: [['Nell Author', null]],
    authorsTruncated: false,
    journal: 'Elsewhere',
    year: 2001,
    type: 'article',
    retracted: null,
    details: null,
    source: 'openalex',
  }
  await db
    .insertInto('paper_facts')
    .values([
      { doi: looked, found: 1, facts: JSON.stringify(facts), fetched_at: now - 9_000 },
      { doi: papers.unknown, found: 0, facts: null, fetched_at: now - 8_000 },
      { doi: '10.1234/typed-by-somebody.secret', found: 0, facts: null, fetched_at: now - 7_000 },
    ])
    .execute()
  await db
    .insertInto('paper_versions')
    .values({ doi: preprint, other: known, kind: 'article', source: 'crossref' })
    .execute()
  await db
    .insertInto('fallen_papers')
    .values({ doi: known, fell_on: '2020-01-01', noted_at: now - 9_000, openalex_id: 'W1', title: 'A paper that fell' })
    .execute()
  await db
    .insertInto('fallen_references')
    .values({ citing: looked, cited: known, source: 'openalex', published: '2021-05-06' })
    .execute()
  await db
    .insertInto('references_read')
    .values({ doi: looked, first_at: now - 9_000, read_at: now - 8_000 })
    .execute()
  await noteReach(db, { source: 'crossref', reachesTo: '2026-11-20', askedAt: now - 5_000 })
  await noteFailure(db, { source: 'forrt', sentence: 'It did not answer.', now: now - 4_000 })
  await runTransaction(db, async tx => {
    for (const doi of [known, looked, '10.1234/typed-by-somebody.secret' as Doi]) await noteAsked(tx, doi, now - 3_000)
  })
}
