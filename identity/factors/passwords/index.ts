import type { Core } from '../../sdk/core/index.ts'
import type { Feature } from '../../sdk/feature/index.ts'
import { createBreaches, requireHashFile } from './breaches/index.ts'
import { passwordCalls } from './calls.ts'
import { createHasher } from './hashing/index.ts'
import { createJudge } from './strength/index.ts'

export { passwordPart } from './account-part.ts'
export { parseHash } from './hashing/index.ts'
export { findPassword, type PasswordScheme, setPassword } from './password-store.ts'

/** Everything about passwords. */
export const passwordFeature = (core: Core): Feature => {
  const { breachedPasswords } = core.settings
  if (breachedPasswords.file !== null) requireHashFile(breachedPasswords.file)
  const breaches = createBreaches(breachedPasswords, core.logger)
  return {
    calls: passwordCalls(core, { hasher: createHasher(), judge: createJudge(breaches), breaches }),
    close: async () => breaches.close(),
  }
}
