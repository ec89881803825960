import { parseEmail } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { withLanding } from '@corroborate/wire/landing'
import type { RequestOf } from '@corroborate/wire/types'
import { z } from 'zod'
import { attachContact, emails, heldToAttach, proveEmail } from '../../accounts/contacts/index.ts'
import type { Held, LiveSession, ProvedFactor } from '../../accounts/sessions/index.ts'
import {
  checkVerifier,
  issueToken,
  type LiveSecret,
  linkIdOf,
  lookAtToken,
  spend,
  withdraw,
} from '../../accounts/single-use/index.ts'
import { addressTakenMail, magicLinkMail, noAccountMail, sendMessage, tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { holdRecipient, type Recipient, requireSend } from '../recipients/index.ts'
import { type Landing, readWishes } from './wishes.ts'

type Body = RequestOf<typeof endpoints.magicLinks.loginOrCreate>['body']
type Sending = { project: Project; body: Body; request: RequestFacts }
type Purpose = 'login_or_create' | 'primary' | 'secondary'
type Asker = { purpose: Purpose; session: LiveSession | null }

/** Kinds of tokens that log in here: the link of our own mail, and both of a reset mail (WIRE.md §9). */
const acceptedKinds = ['magic_link', 'reset_login', 'password_reset'] as const

/** Magic links: `send` mails one, `authenticate` spends it. Opening the link spends nothing. */
export const createMagicLinkCalls = (core: Core): readonly Route[] => {
  const { db } = core

  const start = async (sending: Sending, purpose: Purpose, session: LiveSession | null) => {
    const { project, body, request } = sending
    const wishes = readWishes(project, body)
    if (wishes.kind === 'refused') refuse(wishes.errorType, { message: wishes.message })
    await requireSend(core, { project, request, body, channel: 'email', to: body.email })

    const destination = { contacts: emails, value: body.email, kind: 'magic_link' } as const
    let linkId = ''
    const recipient = await holdRecipient(core, { project, session, request }, destination, async ({ tx }, found) => {
      const landing = found.hasAccount ? wishes.login : wishes.signup
      linkId = await mailLink(tx, sending, found, { purpose, session }, landing)
    })
    return { user_id: recipient.userId, email_id: recipient.factorId, link_id: linkId }
  }

  /** Returns the id of the link. */
  const mailLink = async (
    tx: Tx,
    { project, body, request }: Sending,
    { userId, factorId, attaches, hasAccount, isTaken }: Recipient,
    { purpose, session }: Asker,
    { url, minutes }: Landing,
  ): Promise<string> => {
    const expiresAt = request.now + minutes * 60_000
    const token = await issueToken(
      tx,
      {
        projectId: project.id,
        kind: 'magic_link',
        subject: factorId,
        userId,
        payload: { attach: attaches ? body.email : null } satisfies z.input<typeof linkPayload>,
        codeChallenge: body.code_challenge,
        expiresAt,
      },
      request.now,
    )
    const link = withLanding(url, { type: 'magic_links', token })
    const about = { project, to: body.email, locale: body.locale, expiresAt }
    // `send/primary` makes no accounts. Whoever has none is told by mail, so that the answer need not tell.
    const isWelcome = hasAccount || purpose !== 'primary'
    const other = isTaken ? addressTakenMail(about) : noAccountMail(about)
    await sendMessage(core, tx, isWelcome && !isTaken ? magicLinkMail({ ...about, link }) : other)
    await audit(tx, {
      projectId: project.id,
      action: 'magic_link.sent',
      actor: session ?? 'anonymous',
      userId,
      request,
      details: { email_id: factorId },
    })
    return linkIdOf(token)
  }

  return [
    answer(endpoints.magicLinks.loginOrCreate, call => start(call, 'login_or_create', null)),
    answer(endpoints.magicLinks.sendPrimary, call => start(call, 'primary', null)),
    answer(endpoints.magicLinks.sendSecondary, call => start(call, 'secondary', call.session)),

    answer(endpoints.magicLinks.look, async ({ project, body, request }) => {
      await core.guard.address('tryPerAddress', request)
      const secret = await lookAtToken(db, project.id, acceptedKinds, body.token, request.now)
      if (secret === null) refuse('unable_to_auth_magic_link')
      const { userId } = secret
      const { attach } = linkPayload.parse(secret.payload ?? {})
      const own = (await emails.list(db, project.id, userId)).find(({ id }) => id === secret.subject)
      const email = attach ?? own?.value
      if (email === undefined) refuse('unable_to_auth_magic_link')
      return { user_id: userId, email_address: email, email_verified: own?.verified === true }
    }),

    answer(endpoints.magicLinks.authenticate, async call => {
      const { project, session, body, request } = call
      await core.guard.address('tryPerAddress', request)
      const secret = await lookAtToken(db, project.id, acceptedKinds, body.token, request.now)
      if (secret === null) refuse('unable_to_auth_magic_link')
      // A wrong verifier leaves the token alone: the client has another one to try (WIRE.md §7).
      checkVerifier(secret.codeChallenge, body.code_verifier)
      const { userId } = secret
      const { attach } = linkPayload.parse(secret.payload ?? {})
      // An address is added to an account by whoever is signed in to it, never by the address's owner alone.
      if (attach !== null && session?.userId !== userId) refuse('user_unauthenticated')

      let emailId = secret.subject
      const prove = async (held: Held): Promise<ProvedFactor> => {
        const { tx } = held
        if (!(await spend(tx, project.id, secret.hash, request.now))) refuse('unable_to_auth_magic_link')
        await voidSiblings(tx, project.id, secret, request.now)
        if (attach !== null) {
          emailId = await attachContact(held, emails, { value: attach, id: secret.subject })
          await tellOwner(core, tx, { project, userId, change: 'email-added', at: request.now, except: emailId })
        } else if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_magic_link')
        const email = await emails.valueOf(tx, project.id, userId, emailId)
        if (email === null) refuse('unable_to_auth_magic_link')
        return {
          type: 'magic_link',
          delivery_method: 'email',
          email_factor: { email_id: emailId, email_address: email },
        }
      }
      const whose = attach === null ? userId : heldToAttach(emails, project.id, userId, attach)
      const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
      return { ...signedIn, method_id: emailId }
    }),
  ]
}

const emailAddress = z.string().transform((text, context) => {
  const parsed = parseEmail(text)
  if (parsed.kind === 'email') return parsed.email
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** `attach` is the address that the proof adds to the user; null when the user has it already, as in reset mails. */
const linkPayload = z.object({ attach: emailAddress.nullable().default(null) })

/** Either link of a reset mail is worth one log-in; with one spent, the other is void. */
const voidSiblings = async (tx: Tx, projectId: string, { kind, subject }: LiveSecret, now: number): Promise<void> => {
  if (kind === 'magic_link') return
  await withdraw(tx, projectId, 'reset_login', subject, now)
  await withdraw(tx, projectId, 'password_reset', subject, now)
}
