import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { Breaches } from './breaches/index.ts'
import type { Hasher } from './hashing/index.ts'
import type { Judge } from './strength/index.ts'

/** What the calls of passwords work with. One set of them serves the whole provider. */
export type Tools = { hasher: Hasher; judge: Judge; breaches: Breaches }

/** What a session says of a password that was typed in it. */
export const knowledge: ProvedFactor = { type: 'password', delivery_method: 'knowledge' }
