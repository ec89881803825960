import type { Core } from '../core/index.ts'
import type { Feature } from '../feature/index.ts'
import { createBreaches } from './breaches/index.ts'
import { passwordCalls } from './calls.ts'
import { createHasher } from './hashing/index.ts'
import { createJudge } from './strength/index.ts'

/** Everything about passwords. */
export const passwordFeature = (core: Core): Feature => {
  const breaches = createBreaches(core.settings.breachedPasswords, core.logger)
  const judge = createJudge(breaches)
  return {
    calls: passwordCalls(core, createHasher(), judge),
    close: async () => breaches.close(),
  }
}
