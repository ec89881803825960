import type { LimitKey, Limits } from '@corroborate/server-kit/limits'
import { refuse } from '../platform/refusal/refusal.ts'
import type { RequestFacts } from '../platform/request/facts-of.ts'
import type { Project } from '../projects/index.ts'
import type { LimitName } from './limits.ts'

type AddressLimit = Extract<LimitName, `${string}PerAddress`>
type OtherLimit = Exclude<LimitName, AddressLimit>

/** A limit that was kept; `isNear` when more than half of it is used up, the moment to ask for a proof of work. */
export type Kept = { isNear: boolean }

/** The limits as handlers use them. */
export type Guard = {
  /** Counts a request against the sender's address. @throws Refusal `too_many_requests` */
  address: (name: AddressLimit, request: Pick<RequestFacts, 'address'>) => Promise<Kept>
  /** Counts it against an account, a destination or a country of the project. @throws Refusal `too_many_requests` */
  project: (name: OtherLimit, project: Pick<Project, 'id'>, key: string) => Promise<Kept>
  /** Resets a key's rate limit, such as after a correct password. */
  forgive: (name: OtherLimit, project: Pick<Project, 'id'>, key: string) => Promise<void>
}

export const createGuard = (limits: Limits<LimitName>): Guard => {
  const take = async (name: LimitName, key: LimitKey): Promise<Kept> => {
    const taken = await limits.take(name, key)
    if (taken.kind === 'refused') refuse('too_many_requests', { retryAfter: taken.retryAfterSeconds })
    return { isNear: taken.remaining * 2 < taken.points }
  }
  return {
    address: (name, { address }) => take(name, { address }),
    project: (name, { id }, key) => take(name, `${id} ${key}`),
    forgive: (name, { id }, key) => limits.forgive(name, `${id} ${key}`),
  }
}
