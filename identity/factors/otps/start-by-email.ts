import type { EmailAddress } from '@corroborate/wire/email'
import { emails } from '../../accounts/contacts/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { holdRecipient, requireSend } from '../recipients/index.ts'
import { type Asker, type Sending, sendCode } from './send-code.ts'

/** Emails a passcode. */
export const startByEmail = async (core: Core, sending: Sending & { body: { email: EmailAddress } }, asker: Asker) => {
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
