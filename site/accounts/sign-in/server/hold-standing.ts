import { HttpProblem } from '@corroborate/server-kit/http'
import type { Transaction } from 'kysely'
import type { Person } from '../../../kit/people/index.ts'
import { holdProof, type SignInTables } from './store.ts'

/**
 * Whether somebody acts in an account that has proved who they are, for the rest of the transaction (`holdProof`). Ask before
 * anything else is locked.
 * @throws HttpProblem 401 when the account was deleted meanwhile
 */
export const holdStanding = async (tx: Transaction<SignInTables>, person: Person): Promise<boolean> => {
  if (!person.signedIn) return false
  const proved = await holdProof(tx, person.id)
  if (proved === null) throw new HttpProblem(401, 'This account no longer exists.')
  return proved
}
