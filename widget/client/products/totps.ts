import { totps } from '@corroborate/wire/totps'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { Totps } from '../types.ts'

/** Authenticator apps, and the codes for when the phone is lost. */
export const createTotps = ({ send, signIn, changeUser }: Core): Totps => ({
  create: async options => {
    check('totps.create', options, { expiration_minutes: 'number' })
    return changeUser(totps.create, { body: options })
  },
  authenticate: async options => {
    check('totps.authenticate', options, { totp_code: 'string', ...duration })
    return signIn(totps.authenticate, { body: options })
  },
  recoveryCodes: () => send(totps.recoveryCodes),
  recover: async options => {
    check('totps.recover', options, { recovery_code: 'string', ...duration })
    return signIn(totps.recover, { body: options })
  },
})
