import { type EmailAddress, parseEmail } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { z } from 'zod'
import {
  attachContact,
  emails,
  heldToAttach,
  phoneNumbers,
  proveEmail,
  provePhoneNumber,
} from '../../accounts/contacts/index.ts'
import type { Held, LiveSession, ProvedFactor, Whose } from '../../accounts/sessions/index.ts'
import {
  guessCode,
  guessesPerCode,
  issueCode,
  type LiveSecret,
  lookAtCode,
  spend,
} from '../../accounts/single-use/index.ts'
import {
  addressTakenMail,
  type Channel,
  noAccountMail,
  passcodeMessage,
  sendMessage,
  tellOwner,
  withholdMessage,
} from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import { lifetimeOf, type Project } from '../../projects/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { holdRecipient, type Recipient, requireSend } from '../recipients/index.ts'

type Purpose = 'login_or_create' | 'primary' | 'secondary'
type Asker = { purpose: Purpose; session: LiveSession | null }
type PhoneChannel = Exclude<Channel, 'email'>

type Sending = {
  project: Project
  request: RequestFacts
  body: {
    captcha_token?: string | undefined
    expiration_minutes?: number | undefined
    enable_autofill?: boolean | undefined
    locale?: string | undefined
  }
}

/** What a passcode's secret carries. */
const passcodePayload = z.object({
  channel: z.enum(['email', 'sms', 'whatsapp']),
  address: z.string(),
  /** The same address when its proof adds it to the user; null when the user has it already. */
  attach: z.string().nullable(),
})
type PasscodePayload = z.infer<typeof passcodePayload>

/** One-time passcodes by mail, SMS and WhatsApp: `send` mails or texts six digits, `authenticate` takes them back. */
export const createOtpCalls = (core: Core): readonly Route[] => {
  const { db } = core

  const startByEmail = async (
    sending: Sending & { body: { email: EmailAddress } },
    purpose: Purpose,
    session: LiveSession | null,
  ) => {
    const { project, request, body } = sending
    const { email } = body
    await requireSend(core, { project, request, body, channel: 'email', to: email })
    const destination = { contacts: emails, value: email, kind: 'passcode' } as const
    const { userId, factorId } = await holdRecipient(
      core,
      { project, session, request },
      destination,
      ({ tx }, recipient) =>
        sendCode(tx, sending, recipient, { purpose, session }, { channel: 'email', address: email }),
    )
    return { method_id: factorId, user_id: userId, email_id: factorId }
  }

  const startByPhone = async (
    sending: Sending & { body: { phone_number: string } },
    channel: PhoneChannel,
    purpose: Purpose,
    session: LiveSession | null,
  ) => {
    const { project, request, body } = sending
    const { phone_number: phoneNumber } = body
    // What is known of the numbers of all countries is loaded when a number first comes.
    const { checkPhoneNumber } = await import('./check-phone-number.ts')
    const checked = checkPhoneNumber(phoneNumber, project.smsCountries)
    if (checked.kind === 'refused') refuse(checked.errorType, { message: checked.message })
    await requireSend(core, { project, request, body, channel, to: phoneNumber, country: checked.country })
    const destination = { contacts: phoneNumbers, value: phoneNumber, kind: 'passcode' } as const
    const { userId, factorId } = await holdRecipient(
      core,
      { project, session, request },
      destination,
      ({ tx }, recipient) => sendCode(tx, sending, recipient, { purpose, session }, { channel, address: phoneNumber }),
    )
    return { method_id: factorId, user_id: userId, phone_id: factorId }
  }

  const sendCode = async (
    tx: Tx,
    { project, request, body }: Sending,
    { userId, factorId, attaches, hasAccount, isTaken }: Recipient,
    { purpose, session }: Asker,
    { channel, address }: { channel: Channel; address: string },
  ): Promise<void> => {
    const expiresAt = request.now + lifetimeOf(project.expirations.passcode, body.expiration_minutes) * 60_000
    const payload: PasscodePayload = { channel, address, attach: attaches ? address : null }
    const code = await issueCode(
      tx,
      { projectId: project.id, kind: 'passcode', subject: factorId, userId, payload, expiresAt },
      request.now,
    )
    const about = { project, to: address, locale: body.locale, expiresAt }
    const isWelcome = hasAccount || purpose !== 'primary'
    const autofillHost = body.enable_autofill && request.origin !== null ? new URL(request.origin).hostname : undefined
    const message = passcodeMessage({ ...about, channel, code, methodId: factorId, autofillHost })
    if (isWelcome && !isTaken) await sendMessage(core, tx, message)
    // `send/primary` makes no accounts, and nobody proves an address of another account. By mail that is said to the
    // address's owner; a text would cost us and tell them nothing.
    else if (channel === 'email') await sendMessage(core, tx, isTaken ? addressTakenMail(about) : noAccountMail(about))
    else await withholdMessage(core, tx, { text: message })
    await audit(tx, {
      projectId: project.id,
      action: 'passcode.sent',
      actor: session ?? 'anonymous',
      userId,
      request,
      details: { method_id: factorId, channel },
    })
  }

  /** The secret a code opens, not spent yet. A guess is counted before it is looked at, whatever becomes of it. */
  const guess = async (project: Project, subject: string, code: string, request: RequestFacts): Promise<LiveSecret> => {
    const { now } = request
    const asked = await lookAtCode(db, { projectId: project.id, kind: 'passcode', subject }, now)
    if (asked === null) refuse('otp_code_not_found')
    if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')
    await requireUnlocked(db, { project, userId: asked.userId, guessed: 'passcode' }, now)
    const made = await guessCode(
      db,
      { projectId: project.id, kind: 'passcode', subject, code, most: guessesPerCode },
      now,
    )
    if (made.kind === 'right') return made.secret
    if (made.kind === 'wrong') {
      await noteFailure(db, { project, userId: made.userId, guessed: 'passcode' }, now)
      await audit(db, {
        projectId: project.id,
        action: 'passcode.refused',
        actor: 'anonymous',
        userId: made.userId,
        request,
        details: { method_id: subject },
      })
    }
    refuse('unable_to_auth_otp_code')
  }

  const { smsOtps, whatsappOtps, emailOtps, otps } = endpoints
  return [
    answer(smsOtps.loginOrCreate, call => startByPhone(call, 'sms', 'login_or_create', null)),
    answer(smsOtps.sendPrimary, call => startByPhone(call, 'sms', 'primary', null)),
    answer(smsOtps.sendSecondary, call => startByPhone(call, 'sms', 'secondary', call.session)),
    answer(whatsappOtps.loginOrCreate, call => startByPhone(call, 'whatsapp', 'login_or_create', null)),
    answer(whatsappOtps.sendPrimary, call => startByPhone(call, 'whatsapp', 'primary', null)),
    answer(whatsappOtps.sendSecondary, call => startByPhone(call, 'whatsapp', 'secondary', call.session)),
    answer(emailOtps.loginOrCreate, call => startByEmail(call, 'login_or_create', null)),
    answer(emailOtps.sendPrimary, call => startByEmail(call, 'primary', null)),
    answer(emailOtps.sendSecondary, call => startByEmail(call, 'secondary', call.session)),

    answer(otps.authenticate, async call => {
      const { project, session, body, request } = call
      await core.guard.address('tryPerAddress', request)
      const secret = await guess(project, body.method_id, body.token, request)
      const { userId } = secret
      const { channel, address, attach } = passcodePayload.parse(secret.payload)
      // An address is added to an account by whoever is signed in to it, never by the address's owner alone.
      if (attach !== null && session?.userId !== userId) refuse('user_unauthenticated')

      let factorId = secret.subject
      const prove = async (held: Held): Promise<ProvedFactor> => {
        if (!(await spend(held.tx, project.id, secret.hash, request.now))) refuse('unable_to_auth_otp_code')
        if (attach !== null) factorId = await addFactor(held, channel, attach, secret.subject)
        else if (!(await proveFactor(core, held, channel, factorId))) refuse('unable_to_auth_otp_code')
        return factorOf(channel, factorId, address)
      }
      const whose = attach === null ? userId : heldToAdd(channel, project, userId, attach)
      const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
      return { ...signedIn, method_id: factorId }
    }),
  ]

  /** Gives the user the address that was just proved, tells them at their others, and returns its id. */
  async function addFactor(held: Held, channel: Channel, address: string, id: string): Promise<string> {
    const { tx, project, userId, request } = held
    const told = { project, userId, at: request.now }
    if (channel === 'email') {
      const emailId = await attachContact(held, emails, { value: canonical(address), id })
      await tellOwner(core, tx, { ...told, change: 'email-added', except: emailId })
      return emailId
    }
    const phoneId = await attachContact(held, phoneNumbers, { value: address, id })
    await tellOwner(core, tx, { ...told, change: 'phone-number-added' })
    return phoneId
  }
}

/** Whom to hold while the address is added. */
const heldToAdd = (channel: Channel, { id: projectId }: Project, userId: string, address: string): Whose =>
  channel === 'email'
    ? heldToAttach(emails, projectId, userId, canonical(address))
    : heldToAttach(phoneNumbers, projectId, userId, address)

/** False when the user has no such address any more. */
const proveFactor = (core: Core, held: Held, channel: Channel, id: string): Promise<boolean> =>
  channel === 'email' ? proveEmail(core, held, id) : provePhoneNumber(held, id)

const factorOf = (channel: Channel, id: string, address: string): ProvedFactor =>
  channel === 'email'
    ? { type: 'otp', delivery_method: 'email', email_factor: { email_id: id, email_address: address } }
    : { type: 'otp', delivery_method: channel, phone_number_factor: { phone_id: id, phone_number: address } }

/** Addresses are kept as they were read; reading them once more gives the type back. */
const canonical = (address: string): EmailAddress => {
  const parsed = parseEmail(address)
  if (parsed.kind === 'email') return parsed.email
  throw new TypeError('A passcode was kept for what is no address.')
}
