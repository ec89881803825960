import { email } from '@corroborate/wire/fields.schema'
import { z } from 'zod'
import { issueCode } from '../../accounts/one-time-tokens/index.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import {
  addressTakenMail,
  type Channel,
  noAccountMail,
  passcodeMessage,
  sendMessage,
  withholdMessage,
} from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import { lifetimeOf, type Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { chooseMessage, type Purpose, type Recipient } from '../recipients/hold-recipient.ts'

/**
 * Payload of a passcode's secret: its channel and its address or number. `attach` is the same address if the code adds it to its user; null
 * if the user already has it.
 */
export const passcodePayload = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), address: email, attach: email.nullable() }),
  z.object({ channel: z.enum(['sms', 'whatsapp']), address: z.string(), attach: z.string().nullable() }),
])
export type PasscodePayload = z.output<typeof passcodePayload>

/** A request for a passcode. */
export type Sending = {
  project: Project
  request: RequestFacts
  body: {
    captcha_token?: string | undefined
    expiration_minutes?: number | undefined
    enable_autofill?: boolean | undefined
    locale?: string | undefined
  }
}

/** Endpoint that requests a passcode, and its session. */
export type Asker = { purpose: Purpose; session: LiveSession | null }

/**
 * Creates and sends a passcode. An email recipient without a code gets a mail with the reason, which only the address owner reads. A phone
 * recipient without a code gets nothing, since a text would cost money.
 */
export const sendCode = async (
  core: Core,
  tx: Tx,
  { project, request, body }: Sending,
  recipient: Recipient,
  { purpose, session }: Asker,
  { channel, address }: { channel: Channel; address: string },
): Promise<void> => {
  const { userId, factorId } = recipient
  const expiresAt = request.now + lifetimeOf(project.expirations.passcode, body.expiration_minutes) * 60_000
  const payload: z.input<typeof passcodePayload> = { channel, address, attach: recipient.attaches ? address : null }
  const code = await issueCode(
    tx,
    { projectId: project.id, kind: 'passcode', subject: factorId, userId, payload, expiresAt },
    request.now,
  )
  const about = { project, to: address, locale: body.locale, expiresAt }
  const autofillHost = body.enable_autofill && request.origin !== null ? new URL(request.origin).hostname : undefined
  const message = passcodeMessage({ ...about, channel, code, methodId: factorId, autofillHost })
  const chosen = chooseMessage(purpose, recipient)
  if (chosen === 'secret') await sendMessage(core, tx, message)
  else if (channel !== 'email') await withholdMessage(core, tx, { text: message })
  else await sendMessage(core, tx, chosen === 'address-taken' ? addressTakenMail(about) : noAccountMail(about))
  await audit(tx, {
    projectId: project.id,
    action: 'passcode.sent',
    actor: session ?? 'anonymous',
    userId,
    request,
    details: { method_id: factorId, channel },
  })
}
