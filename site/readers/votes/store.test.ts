import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { VoteType } from './rules.ts'
import { castVote, provedVotesMigration, type Voter, type VoteTables, voteMigration, votesReader } from './store.ts'

const doi = parseDoi('10.1000/votes.1') as Doi
const other = parseDoi('10.1000/votes.2') as Doi
const visitor: Voter = { key: 'visitor:one', signedIn: false }
const user: Voter = { key: 'user:two', signedIn: true }

const cast = (db: Kysely<VoteTables>, person: Voter, vote: VoteType, at = 1_000) =>
  db.transaction().execute(transaction => castVote(transaction, doi, person, vote, at))

describeStore<VoteTables>('votes', [voteMigration], open => {
  test('a paper without votes has zero counts', async () => {
    const db = await open()
    expect(await votesReader(db)(doi, visitor)).toEqual({
      mine: null,
      counts: { upvotes: 0, downvotes: 0, signedIn: 0 },
    })
  })

  test('votes are stored and counted per paper, signed-in ones separately', async () => {
    const db = await open()
    expect(await cast(db, visitor, 'upvote')).toEqual({
      status: 'added',
      counts: { upvotes: 1, downvotes: 0, signedIn: 0 },
    })
    expect(await cast(db, user, 'downvote')).toEqual({
      status: 'added',
      counts: { upvotes: 1, downvotes: 1, signedIn: 1 },
    })
    expect(await votesReader(db)(doi, user)).toMatchObject({ mine: 'downvote' })
    expect(await votesReader(db)(doi, null)).toMatchObject({ mine: null, counts: { upvotes: 1 } })
    expect((await votesReader(db)(other, user)).counts).toEqual({ upvotes: 0, downvotes: 0, signedIn: 0 })
  })

  test('a second click withdraws the vote, and a click on the other side moves it', async () => {
    const db = await open()
    await cast(db, user, 'upvote')
    expect(await cast(db, user, 'downvote')).toMatchObject({ status: 'changed', counts: { upvotes: 0, downvotes: 1 } })
    expect(await cast(db, user, 'downvote')).toEqual({
      status: 'removed',
      counts: { upvotes: 0, downvotes: 0, signedIn: 0 },
    })
    expect(await votesReader(db)(doi, user)).toMatchObject({ mine: null })
  })

  test('a withdrawn vote is subtracted as it was counted, whatever was verified since', async () => {
    const db = await open()
    await cast(db, { ...user, signedIn: false }, 'upvote')
    expect((await cast(db, user, 'upvote')).counts).toEqual({ upvotes: 0, downvotes: 0, signedIn: 0 })
    await cast(db, user, 'upvote')
    expect((await cast(db, { ...user, signedIn: false }, 'downvote')).counts).toEqual({
      upvotes: 0,
      downvotes: 1,
      signedIn: 1,
    })
  })

  test('votes of unverified accounts from older versions no longer count as signed-in', async () => {
    const db = await open()
    await cast(db, user, 'upvote')
    await cast(db, visitor, 'upvote')
    await provedVotesMigration.up(db as never)
    expect((await votesReader(db)(doi, user)).counts).toEqual({ upvotes: 2, downvotes: 0, signedIn: 0 })
    expect((await cast(db, user, 'upvote')).counts).toEqual({ upvotes: 1, downvotes: 0, signedIn: 0 })
  })

  test('the voter and time of a change are stored', async () => {
    const db = await open()
    await cast(db, visitor, 'upvote', 1_000)
    await cast(db, visitor, 'downvote', 2_000)
    expect(await db.selectFrom('votes').selectAll().execute()).toEqual([
      { doi, voter: 'visitor:one', signed_in: 0, vote: 'downvote', created_at: 1_000, updated_at: 2_000 },
    ])
  })

  describe('concurrent votes', () => {
    test('concurrent voters are all counted', async () => {
      const db = await open()
      const people = Array.from({ length: 60 }, (_, n) => ({ key: `visitor:${n}`, signedIn: false }))
      await Promise.all(people.map((person, n) => cast(db, person, n % 3 === 0 ? 'downvote' : 'upvote')))
      expect((await votesReader(db)(doi, null)).counts).toEqual({ upvotes: 40, downvotes: 20, signedIn: 0 })
      expect(await db.selectFrom('votes').select('voter').execute()).toHaveLength(60)
    })

    test('21 concurrent clicks by one person leave one vote, counted once', async () => {
      const db = await open()
      const answers = await Promise.all(Array.from({ length: 21 }, () => cast(db, user, 'upvote')))
      expect(answers.filter(({ status }) => status === 'added')).toHaveLength(11)
      expect(answers.filter(({ status }) => status === 'removed')).toHaveLength(10)
      expect(await votesReader(db)(doi, user)).toEqual({
        mine: 'upvote',
        counts: { upvotes: 1, downvotes: 0, signedIn: 1 },
      })
    })
  })

  test('a click in a rolled-back transaction leaves no traces', async () => {
    const db = await open()
    const failing = db.transaction().execute(async transaction => {
      await castVote(transaction, doi, user, 'upvote', 1_000)
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    expect(await votesReader(db)(doi, user)).toMatchObject({ mine: null, counts: { upvotes: 0 } })
  })
})
