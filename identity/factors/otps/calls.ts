import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { authenticateByCode } from './authenticate-by-code.ts'
import { startByEmail } from './start-by-email.ts'
import { startByPhone } from './start-by-phone.ts'

const { emailOtps, smsOtps, whatsappOtps, otps } = endpoints
const loginOrCreate = { purpose: 'login_or_create', session: null } as const
const primary = { purpose: 'primary', session: null } as const
const secondary = (session: LiveSession) => ({ purpose: 'secondary', session }) as const

/** One-time passcodes by email, SMS and WhatsApp: nine endpoints send six digits, `authenticate` verifies them. */
export const createOtpCalls = (core: Core): readonly Route[] => [
  answer(emailOtps.loginOrCreate, call => startByEmail(core, call, loginOrCreate)),
  answer(emailOtps.sendPrimary, call => startByEmail(core, call, primary)),
  answer(emailOtps.sendSecondary, call => startByEmail(core, call, secondary(call.session))),
  answer(smsOtps.loginOrCreate, call => startByPhone(core, call, 'sms', loginOrCreate)),
  answer(smsOtps.sendPrimary, call => startByPhone(core, call, 'sms', primary)),
  answer(smsOtps.sendSecondary, call => startByPhone(core, call, 'sms', secondary(call.session))),
  answer(whatsappOtps.loginOrCreate, call => startByPhone(core, call, 'whatsapp', loginOrCreate)),
  answer(whatsappOtps.sendPrimary, call => startByPhone(core, call, 'whatsapp', primary)),
  answer(whatsappOtps.sendSecondary, call => startByPhone(core, call, 'whatsapp', secondary(call.session))),
  answer(otps.authenticate, call => authenticateByCode(core, call)),
]
