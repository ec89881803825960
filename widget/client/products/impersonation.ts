import { impersonation } from '@corroborate/wire/impersonation'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Impersonation } from '../types.ts'

/** Signing in as somebody else, with the token an administrator was given for that. */
export const createImpersonation = ({ signIn }: Core): Impersonation => ({
  authenticate: async options => {
    check('impersonation.authenticate', options, { impersonation_token: 'string' })
    return signIn(impersonation.authenticate, { body: options })
  },
})
