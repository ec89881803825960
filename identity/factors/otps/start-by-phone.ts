import { phoneNumbers } from '../../accounts/contacts/index.ts'
import type { Channel } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { holdRecipient, requireSend } from '../recipients/index.ts'
import { type Asker, type Sending, sendCode } from './send-code.ts'

/** Texts a passcode, by SMS or WhatsApp. */
export const startByPhone = async (
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
