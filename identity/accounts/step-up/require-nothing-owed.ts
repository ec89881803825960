import type { User } from '@corroborate/wire/types'
import { refuse } from '../../platform/refusal/index.ts'
import { secondFactorState } from '../second-factor/index.ts'
import type { LiveSession } from '../sessions/index.ts'

/**
 * Rejects a session that still owes the second factor from endpoints that expose much of an account.
 * @throws Refusal `insufficient_factors`
 */
export const requireNothingOwed = ({ session, user }: { session: LiveSession; user: User }): void => {
  const { factors, rememberedDevice } = session
  const state = secondFactorState({ user, factors, isRemembered: rememberedDevice !== null })
  if (state === 'owed') refuse('insufficient_factors')
}
