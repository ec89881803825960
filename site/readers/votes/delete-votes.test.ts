import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { deleteVotes, unnameVotes } from './change-voter.ts'
import { exportVotes, myVotes, voteSection } from './feature.ts'
import type { VoteType } from './rules.ts'
import { castVote, type Voter, type VoteTables, voteMigration, votesReader } from './store.ts'

const paper = (n: number) => parseDoi(`10.1000/gone.${n}`) as Doi
const ada: Voter = { key: 'user:ada', signedIn: true }
const unproved: Voter = { key: 'user:ada', signedIn: false }
const bob: Voter = { key: 'user:bob', signedIn: true }

describeStore<VoteTables>('the votes of an account', [voteMigration], open => {
  const cast = (db: Kysely<VoteTables>, voter: Voter, n: number, vote: VoteType, at = 1_000) =>
    db.transaction().execute(tx => castVote(tx, paper(n), voter, vote, at))
  const countsOf = async (db: Kysely<VoteTables>, n: number) => {
    const { upvotes, downvotes, signedIn } = (await votesReader(db)(paper(n), null)).counts
    return [upvotes, downvotes, signedIn]
  }
  /** Three papers that Ada voted on, in every way there is, and Bob on two of them. */
  const setUp = async () => {
    const db = await open()
    await cast(db, ada, 1, 'upvote', 1_000)
    await cast(db, ada, 2, 'downvote', 2_000)
    await cast(db, unproved, 3, 'upvote', 3_000)
    await cast(db, bob, 1, 'upvote')
    await cast(db, bob, 2, 'upvote')
    return db
  }

  test('deleting an account anonymizes its votes individually, none counted as an account’s', async () => {
    const db = await setUp()
    const others = await db.selectFrom('votes').selectAll().where('voter', '=', bob.key).orderBy('doi').execute()
    for (let times = 0; times < 2; times++) await db.transaction().execute(tx => unnameVotes(tx, ada.key))
    expect(await Promise.all([1, 2, 3].map(n => countsOf(db, n)))).toEqual([
      [2, 0, 1],
      [1, 1, 1],
      [1, 0, 0],
    ])
    const left = await db.selectFrom('votes').selectAll().orderBy('doi').execute()
    expect(left.filter(({ voter }) => voter === bob.key)).toEqual(others)
    const unnamed = left.filter(({ voter }) => voter !== bob.key)
    expect(unnamed.map(({ doi, vote, signed_in }) => [doi, vote, signed_in])).toEqual([
      [paper(1), 'upvote', 0],
      [paper(2), 'downvote', 0],
      [paper(3), 'upvote', 0],
    ])
    expect(new Set(unnamed.map(({ voter }) => voter)).size).toBe(3)
    expect(JSON.stringify(left)).not.toContain('ada')
  })

  test('votes are withdrawn up to a moment, not those cast or changed later', async () => {
    const db = await setUp()
    await db.transaction().execute(tx => deleteVotes(tx, ada.key, 2_000))
    expect(await Promise.all([1, 2, 3].map(n => countsOf(db, n)))).toEqual([
      [1, 0, 1],
      [1, 0, 1],
      [1, 0, 0],
    ])
  })

  test('an account lists and exports its votes, latest first', async () => {
    const db = await setUp()
    await cast(db, ada, 1, 'downvote', 4_000)
    const account = { key: ada.key, id: 'ada' }
    const seen = await myVotes.reader(db as never)(account as never, 2)
    expect(seen.map(({ doi, words, at }) => [doi, words, at])).toEqual([
      [paper(1), 'You voted not reliable', 4_000],
      [paper(3), 'You voted reliable', 3_000],
    ])
    expect(seen[0]?.path).toBe('/10.1000/gone.1#vote-label')
    expect((await exportVotes(db as never, account as never)).votes).toEqual([
      { doi: paper(1), vote: 'downvote', since: '1970-01-01T00:00:01.000Z', changed: '1970-01-01T00:00:04.000Z' },
      { doi: paper(2), vote: 'downvote', since: '1970-01-01T00:00:02.000Z', changed: '1970-01-01T00:00:02.000Z' },
      { doi: paper(3), vote: 'upvote', since: '1970-01-01T00:00:03.000Z', changed: '1970-01-01T00:00:03.000Z' },
    ])
  })

  test('an account’s vote is shown on the paper’s page with its action URLs', async () => {
    const db = await setUp()
    const read = voteSection.reader(db as never, {} as never, Date.now)
    expect(await read(paper(2), { ...ada } as never)).toEqual({
      doi: paper(2),
      action: '/10.1000/gone.2/vote',
      votes: { mine: 'downvote', counts: { upvotes: 1, downvotes: 1, signedIn: 2 } },
    })
  })
})
