import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { authenticateByRecoveryCode } from './authenticate-by-recovery-code.ts'
import { authenticateByTotp } from './authenticate-by-totp.ts'
import { createTotp } from './create-totp.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

const { create, authenticate, recoveryCodes, recover } = endpoints.totps

/** Authenticator apps and their recovery codes: a second factor for signed-in users. */
export const createTotpCalls = (core: Core): readonly Route[] => [
  answer(create, call => createTotp(core, call)),
  answer(authenticate, call => authenticateByTotp(core, call)),
  answer(recoveryCodes, call => renewRecoveryCodes(core, call)),
  answer(recover, call => authenticateByRecoveryCode(core, call)),
]
