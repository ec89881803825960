import { impersonation } from '@corroborate/wire/impersonation'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Impersonation } from '../types.ts'

/** Impersonation with an administrator's token. */
export const createImpersonation = ({ signIn }: Core): Impersonation => ({
  authenticate: async options => {
    check('impersonation.authenticate', options, { impersonation_token: 'string' })
    return signIn(impersonation.authenticate, { body: options })
  },
})
