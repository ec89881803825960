import type { AuthenticationFactor } from '@corroborate/wire/types'

type WithoutTime<Factor> = Factor extends unknown ? Omit<Factor, 'last_authenticated_at'> : never

/** A just-proved factor in the contract's format, without the time. */
export type ProvedFactor = WithoutTime<AuthenticationFactor>

/** Two factors are the same when everything but their time is. */
const identityOf = (factor: ProvedFactor | AuthenticationFactor): string =>
  JSON.stringify(
    Object.entries(factor)
      .filter(([key]) => key !== 'last_authenticated_at')
      .toSorted(),
  )

/** A session's factors after one more proof: the same factor proved again has the newer time, another one joins. */
export const mergeFactor = (
  factors: readonly AuthenticationFactor[],
  proved: ProvedFactor,
  now: number,
): AuthenticationFactor[] => {
  const renewed = { ...proved, last_authenticated_at: new Date(now).toISOString() } as AuthenticationFactor
  return [...factors.filter(factor => identityOf(factor) !== identityOf(proved)), renewed]
}
