import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Proofs } from '../../accounts/proofs/create-proofs.ts'
import { requireReader, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import type { People, Person } from '../../kit/people/index.ts'
import { asVoter } from './change-voter.ts'
import { voteAfter } from './rules.ts'
import { castVote, type VoteTables, votesReader } from './store.ts'

const voteBody = z.object({
  voteType: z.enum(['upvote', 'downvote'], { error: 'must be "upvote" or "downvote"' }),
  /** The reader's own vote as displayed when clicking, from which the intent is derived. Optional for API clients. */
  seen: z.enum(['upvote', 'downvote', 'none'], { error: 'must be "upvote", "downvote" or "none"' }).optional(),
  /** Account that the form's page was rendered for. */
  [actingForField]: z.string().max(128).optional(),
})

export type VoteDependencies = {
  db: Kysely<VoteTables & SignInTables>
  people: People
  limits: Pick<Limits<'vote' | 'newVoter' | 'knownVoter'>, 'require' | 'take' | 'hasSpent' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
  now: () => number
}

/**
 * `POST /{doi}/vote` (SPEC §7): `{voteType}`, with the displayed vote, returns `{status, counts}`; a form without JavaScript redirects to
 * the paper. Responds only after the vote is durable.
 */
export const createVoteCall = ({ db, people, limits, proofs, now }: VoteDependencies) => {
  const readVotes = votesReader(db)

  /**
   * Limits new unverified voters per paper and client address, because anyone can create new visitors or accounts. Nobody counts as new
   * twice a day.
   */
  const isNewVoter = async (doi: Doi, person: Person | null): Promise<boolean> => {
    if (person === null) return true
    if (person.signedIn && person.proved) return false
    const { mine } = await readVotes(doi, person)
    return mine === null && !(await limits.hasSpent('knownVoter', voterOn(doi, person)))
  }

  return async (c: HttpContext, doi: Doi): Promise<Response> => {
    const { voteType, seen, [actingForField]: reader } = await readBody(c, voteBody)
    requireReader(people, c, reader)
    const asked = seen === undefined ? voteType : { wanted: voteAfter(seen === 'none' ? null : seen, voteType) }
    const voter = people.known(c)
    const isNew = await isNewVoter(doi, voter)
    const address = addressOf(c)
    if (!(voter?.signedIn && voter.proved))
      await proofs.requireWhenNear(c, 'votes', [
        limits.isNear('vote', { address }),
        ...(isNew ? [limits.isNear('newVoter', { address, about: doi })] : []),
      ])
    await limits.require('vote', { address })
    if (isNew) await limits.require('newVoter', { address, about: doi })
    const person = people.recognised(c)
    if (isNew) await limits.take('knownVoter', voterOn(doi, person))
    const answer = await runTransaction(db, async tx => castVote(tx, doi, await asVoter(tx, person), asked, now()))
    c.header('Cache-Control', 'no-store')
    return isFormPost(c) && wantsPage(c) ? c.redirect(`${paths.paper(doi)}#vote`, 303) : c.json(answer)
  }
}

const voterOn = (doi: Doi, person: Person): string => `${person.key} ${doi}`
