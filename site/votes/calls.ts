import { addressOf, type HttpContext, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, paths } from '../doi/index.ts'
import type { People, Person } from '../people/index.ts'
import type { SignInTables } from '../sign-in/index.ts'
import { asVoter } from './as-voter.ts'
import { castVote, type VoteTables, votesReader } from './store.ts'

const voteBody = z.object({
  voteType: z.enum(['upvote', 'downvote'], { error: 'say "upvote" or "downvote"' }),
})

export type VoteDependencies = {
  db: Kysely<VoteTables & SignInTables>
  people: People
  limits: Pick<Limits<'vote' | 'newVoter'>, 'require'>
  now: () => number
}

/**
 * `POST /{doi}/vote` (SPEC §7): `{voteType}` answers `{status, counts}`; a form sent without JavaScript leads back to the paper.
 * Answered only after the vote is on the disk.
 */
export const createVoteCall = ({ db, people, limits, now }: VoteDependencies) => {
  const readVotes = votesReader(db)

  /**
   * One vote per person counts for little where anybody can be a new visitor, or make a new account, so that an address may
   * bring only so many people who have proved nothing to one paper.
   */
  const limitNewVoters = async (c: HttpContext, doi: Doi, person: Person | null): Promise<void> => {
    if (person?.signedIn && person.proved) return
    const { mine } = person === null ? { mine: null } : await readVotes(doi, person)
    if (mine === null) await limits.require('newVoter', { address: addressOf(c), about: doi })
  }

  return async (c: HttpContext, doi: Doi): Promise<Response> => {
    const { voteType } = await readBody(c, voteBody)
    await limits.require('vote', { address: addressOf(c) })
    await limitNewVoters(c, doi, people.known(c))
    const person = people.recognised(c)
    const answer = await db
      .transaction()
      .execute(async tx => castVote(tx, doi, await asVoter(tx, person), voteType, now()))
    c.header('Cache-Control', 'no-store')
    return isFormPost(c) && wantsPage(c) ? c.redirect(`${paths.paper(doi)}#vote`, 303) : c.json(answer)
  }
}
