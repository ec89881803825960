import type { Transaction } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { Voter } from './store.ts'

/**
 * Returns the identity for a vote: unverified accounts count as visitors. Locks the account for the transaction, so that the vote matches
 * its status and does not outlive it.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const asVoter = async (tx: Transaction<SignInTables>, person: Person): Promise<Voter> => ({
  key: person.key,
  signedIn: await holdStanding(tx, person),
})
