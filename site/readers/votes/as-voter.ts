import type { Transaction } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { Voter } from './store.ts'

/**
 * Who somebody votes as: an account that has proved nothing is counted among the visitors. Held for the rest of the
 * transaction, so that no vote is counted otherwise than its account stands, nor outlives it.
 * @throws HttpProblem 401 when the account was deleted meanwhile
 */
export const asVoter = async (tx: Transaction<SignInTables>, person: Person): Promise<Voter> => ({
  key: person.key,
  signedIn: await holdStanding(tx, person),
})
