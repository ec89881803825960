import { HttpProblem } from '@corroborate/server-kit/http'
import type { Transaction } from 'kysely'
import type { Person } from '../../../kit/people/index.ts'
import { holdProof, type SignInTables } from './store.ts'

/**
 * Returns true if the user's account is verified, and keeps that true for the rest of the transaction (`holdProof`). Call it before taking
 * any other lock.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const holdStanding = async (tx: Transaction<SignInTables>, person: Person): Promise<boolean> => {
  if (!person.signedIn) return false
  const proved = await holdProof(tx, person.id)
  if (proved === null) throw new HttpProblem(401, 'This account no longer exists.')
  return proved
}
