import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { Breaches } from './breaches/index.ts'
import type { Hasher } from './hashing/create-hasher.ts'
import type { Judge } from './strength/create-judge.ts'

/** Dependencies of the password endpoints, shared by the whole provider. */
export type Tools = { hasher: Hasher; judge: Judge; breaches: Breaches }

/** Session factor of a password. */
export const knowledge: ProvedFactor = { type: 'password', delivery_method: 'knowledge' }
