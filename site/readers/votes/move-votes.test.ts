import { describeStore } from '@corroborate/server-kit/testing'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { hasVotes, moveVotes } from './change-voter.ts'
import type { VoteType } from './rules.ts'
import { castVote, type Voter, type VoteTables, voteMigration, votesReader } from './store.ts'

const paper = (n: number) => parseDoi(`10.1000/paper.${n}`) as Doi
const visitor: Voter = { key: 'visitor:one', signedIn: false }
const account: Voter = { key: 'user:one', signedIn: true }

const cast = (db: Kysely<VoteTables>, voter: Voter, doi: Doi, vote: VoteType) =>
  db.transaction().execute(tx => castVote(tx, doi, voter, vote, 1_000))
const move = (db: Kysely<VoteTables>, from = visitor, to = account) =>
  db.transaction().execute(tx => moveVotes(tx, from.key, to, 2_000))

/** Every paper's counts are the sums of its votes. */
const expectExactCounts = async (db: Kysely<VoteTables>) => {
  const votes = await db.selectFrom('votes').selectAll().execute()
  for (const { doi, ...counts } of await db.selectFrom('vote_counts').selectAll().execute()) {
    const of = votes.filter(vote => vote.doi === doi)
    expect({ doi, ...counts }).toEqual({
      doi,
      upvotes: of.filter(({ vote }) => vote === 'upvote').length,
      downvotes: of.filter(({ vote }) => vote === 'downvote').length,
      signed_in: of.filter(({ signed_in }) => signed_in === 1).length,
    })
  }
}

describeStore<VoteTables>('moving votes', [voteMigration], open => {
  test('a visitor’s votes move to their account with their dates', async () => {
    const db = await open()
    await cast(db, visitor, paper(1), 'upvote')
    await cast(db, visitor, paper(2), 'downvote')
    await cast(db, { key: 'visitor:two', signedIn: false }, paper(1), 'upvote')
    expect(await hasVotes(db, visitor.key)).toBe(true)
    expect(await move(db)).toBe(2)
    expect(await hasVotes(db, visitor.key)).toBe(false)
    const read = votesReader(db)
    expect(await read(paper(1), account)).toEqual({
      mine: 'upvote',
      counts: { upvotes: 2, downvotes: 0, signedIn: 1 },
    })
    expect(await read(paper(2), account)).toMatchObject({ mine: 'downvote', counts: { signedIn: 1 } })
    expect((await read(paper(1), visitor)).mine).toBeNull()
    expect(await db.selectFrom('votes').selectAll().where('voter', '=', account.key).execute()).toEqual(
      expect.arrayContaining([expect.objectContaining({ signed_in: 1, created_at: 1_000, updated_at: 2_000 })]),
    )
  })

  test('the account’s own vote takes precedence and counts once', async () => {
    const db = await open()
    await cast(db, account, paper(1), 'downvote')
    await cast(db, visitor, paper(1), 'upvote')
    await cast(db, account, paper(2), 'upvote')
    await cast(db, visitor, paper(2), 'upvote')
    expect(await move(db)).toBe(0)
    const read = votesReader(db)
    expect(await read(paper(1), account)).toEqual({
      mine: 'downvote',
      counts: { upvotes: 0, downvotes: 1, signedIn: 1 },
    })
    expect(await read(paper(2), account)).toEqual({
      mine: 'upvote',
      counts: { upvotes: 1, downvotes: 0, signedIn: 1 },
    })
  })

  test('moving again does nothing, and the browser starts afresh', async () => {
    const db = await open()
    await cast(db, visitor, paper(1), 'upvote')
    await move(db)
    expect(await move(db)).toBe(0)
    await cast(db, visitor, paper(1), 'upvote')
    expect((await votesReader(db)(paper(1), visitor)).counts).toEqual({ upvotes: 2, downvotes: 0, signedIn: 1 })
    expect(await move(db)).toBe(0)
    expect((await votesReader(db)(paper(1), account)).counts).toEqual({ upvotes: 1, downvotes: 0, signedIn: 1 })
  })

  test('a move that fails midway changes nothing', async () => {
    const db = await open()
    await cast(db, visitor, paper(1), 'upvote')
    const failing = db.transaction().execute(async tx => {
      await moveVotes(tx, visitor.key, account, 2_000)
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    expect((await votesReader(db)(paper(1), visitor)).mine).toBe('upvote')
    await expectExactCounts(db)
  })

  test('more votes than fit one statement are moved', async () => {
    const db = await open()
    const dois = Array.from({ length: 1_200 }, (_, n) => paper(n))
    await db
      .insertInto('votes')
      .values(
        dois.map(doi => ({
          doi,
          voter: visitor.key,
          signed_in: 0,
          vote: 'upvote' as const,
          created_at: 1,
          updated_at: 1,
        })),
      )
      .execute()
    await db
      .insertInto('vote_counts')
      .values(dois.map(doi => ({ doi, upvotes: 1, downvotes: 0, signed_in: 0 })))
      .execute()
    expect(await move(db)).toBe(1_200)
    await expectExactCounts(db)
  })

  describe('concurrent moves', () => {
    test('twenty concurrent sign-ins move each vote once', async () => {
      const db = await open()
      for (let n = 0; n < 12; n++) await cast(db, visitor, paper(n), n % 3 === 0 ? 'downvote' : 'upvote')
      await cast(db, account, paper(1), 'downvote')
      const gained = await Promise.all(Array.from({ length: 20 }, () => move(db)))
      expect(gained.reduce((sum, n) => sum + n, 0)).toBe(11)
      await expectExactCounts(db)
      expect((await votesReader(db)(paper(1), account)).mine).toBe('downvote')
    })

    test('concurrent moves and clicks neither deadlock nor miscount', async () => {
      const db = await open()
      const visitors = Array.from({ length: 6 }, (_, n): Voter => ({ key: `visitor:${n}`, signedIn: false }))
      for (const one of visitors) for (let n = 0; n < 5; n++) await cast(db, one, paper(n), 'upvote')
      await Promise.all([
        ...visitors.flatMap((one, n) => {
          const own: Voter = { key: `user:${n % 3}`, signedIn: true }
          return [move(db, one, own), cast(db, own, paper(4 - (n % 5)), 'downvote'), move(db, one, own)]
        }),
        ...[0, 1, 2, 3, 4, 5].map(n => cast(db, { key: `visitor:new${n}`, signedIn: false }, paper(n % 5), 'downvote')),
      ])
      await expectExactCounts(db)
    })
  })

  test('counts equal the sum of votes after any sequence', async () => {
    const step = fc.record({
      who: fc.constantFrom('visitor:a', 'visitor:b', 'user:a'),
      doi: fc.nat(2),
      vote: fc.constantFrom<VoteType>('upvote', 'downvote'),
      thenMove: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const db = await open()
        for (const { who, doi, vote, thenMove } of steps) {
          await cast(db, { key: who, signedIn: who.startsWith('user') }, paper(doi), vote)
          if (thenMove && who.startsWith('visitor'))
            await move(db, { key: who, signedIn: false }, { key: 'user:a', signedIn: true })
        }
        await expectExactCounts(db)
      }),
      { numRuns: 15 },
    )
  })
})
