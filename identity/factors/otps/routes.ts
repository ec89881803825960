import type { EmailAddress } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Channel } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { holdRecipient } from '../recipients/hold-recipient.ts'
import { requireSend } from '../recipients/require-send.ts'
import { authenticateByCode } from './authenticate-by-code.ts'
import { type Asker, type Sending, sendCode } from './send-code.ts'

/** Emails a passcode. */
const startByEmail = async (core: Core, sending: Sending & { body: { email: EmailAddress } }, asker: Asker) => {
  const { project, request, body } = sending
  const { email } = body
  await requireSend(core, { project, request, body, channel: 'email', to: email })
  const call = { project, request, session: asker.session }
  const destination = { contacts: emails, value: email, kind: 'passcode' } as const
  const { userId, factorId } = await holdRecipient(core, call, destination, ({ tx }, recipient) =>
    sendCode(core, tx, sending, recipient, asker, { channel: 'email', address: email }),
  )
  return { method_id: factorId, user_id: userId, email_id: factorId }
}

/** Texts a passcode, by SMS or WhatsApp. */
const startByPhone = async (
  core: Core,
  sending: Sending & { body: { phone_number: string } },
  channel: Exclude<Channel, 'email'>,
  asker: Asker,
) => {
  const { project, request, body } = sending
  const { phone_number: phoneNumber } = body
  // The data about the numbers of all countries is loaded with the first number.
  const { checkPhoneNumber } = await import('./check-phone-number.ts')
  const checked = checkPhoneNumber(phoneNumber, project.smsCountries)
  if (checked.kind === 'refused') refuse(checked.errorType, { message: checked.message })
  await requireSend(core, { project, request, body, channel, to: phoneNumber, country: checked.country })
  const call = { project, request, session: asker.session }
  const destination = { contacts: phoneNumbers, value: phoneNumber, kind: 'passcode' } as const
  const { userId, factorId } = await holdRecipient(core, call, destination, ({ tx }, recipient) =>
    sendCode(core, tx, sending, recipient, asker, { channel, address: phoneNumber }),
  )
  return { method_id: factorId, user_id: userId, phone_id: factorId }
}

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
