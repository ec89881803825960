import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import { email } from '@corroborate/wire/fields.schema'
import { withCallbackParams } from '@corroborate/wire/landing'
import type { RequestOf } from '@corroborate/wire/types'
import { z } from 'zod'
import { emails } from '../../accounts/contacts/attach.ts'
import { issueToken, linkIdOf } from '../../accounts/one-time-tokens/index.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { addressTakenMail, magicLinkMail, noAccountMail, sendMessage } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import { chooseRedirect, lifetimeOf, type Project, type ProjectConfig } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { chooseMessage, holdRecipient, type Purpose, type Recipient } from '../recipients/hold-recipient.ts'
import { requireSend } from '../recipients/require-send.ts'

/**
 * Payload of a link's secret. `attach` is the address that the link adds to its user; null if the user already has it, as in reset mails.
 */
export const linkPayload = z.object({ attach: email.nullable().default(null) })

type LinkOptions = {
  login_magic_link_url?: string | undefined
  signup_magic_link_url?: string | undefined
  login_expiration_minutes?: number | undefined
  signup_expiration_minutes?: number | undefined
  code_challenge?: string | undefined
}

/** Redirect URL of a link, and its lifetime in minutes. */
type Landing = { url: string; minutes: number }

export type ParseLinkOptions =
  | { kind: 'granted'; login: Landing; signup: Landing }
  | { kind: 'refused'; errorType: ErrorType; message?: string }

/**
 * Validates the requested redirect URLs and lifetimes. Both redirects are validated before the address is looked up, so that errors reveal
 * nothing about accounts. A project that has URLs of only one kind uses them for both. Pure.
 */
const parseLinkOptions = (
  project: Pick<ProjectConfig, 'redirectUrls' | 'expirations' | 'pkce'>,
  linkOptions: LinkOptions,
): ParseLinkOptions => {
  if (project.pkce.magicLinks && linkOptions.code_challenge === undefined) {
    return {
      kind: 'refused',
      errorType: 'invalid_pkce_code_challenge',
      message: 'This project requires a pkce code challenge.',
    }
  }
  const login = chooseRedirect(project, 'login', linkOptions.login_magic_link_url)
  const signup = chooseRedirect(project, 'signup', linkOptions.signup_magic_link_url)
  if (login.kind === 'not-allowed' || signup.kind === 'not-allowed') {
    return { kind: 'refused', errorType: 'no_match_for_provided_magic_link_url' }
  }
  const loginUrl = login.kind === 'url' ? login.url : signup.kind === 'url' ? signup.url : null
  if (loginUrl === null) return { kind: 'refused', errorType: 'no_login_redirect_urls_set' }
  const { magicLink } = project.expirations
  return {
    kind: 'granted',
    login: { url: loginUrl, minutes: lifetimeOf(magicLink, linkOptions.login_expiration_minutes) },
    signup: {
      url: signup.kind === 'url' ? signup.url : loginUrl,
      minutes: lifetimeOf(magicLink, linkOptions.signup_expiration_minutes),
    },
  }
}

type Body = RequestOf<typeof endpoints.magicLinks.loginOrCreate>['body']
type Sending = { project: Project; body: Body; request: RequestFacts }
type Asker = { purpose: Purpose; session: LiveSession | null }

/** Emails a link to an address. Without a session it logs the owner in; with a session it verifies or adds the address. */
export const sendLink = async (core: Core, sending: Sending, { purpose, session }: Asker) => {
  const { project, body, request } = sending
  const linkOptions = parseLinkOptions(project, body)
  if (linkOptions.kind === 'refused') refuse(linkOptions.errorType, { message: linkOptions.message })
  await requireSend(core, { project, request, body, channel: 'email', to: body.email })

  const destination = { contacts: emails, value: body.email, kind: 'magic_link' } as const
  let linkId = ''
  const recipient = await holdRecipient(core, { project, session, request }, destination, async ({ tx }, found) => {
    const landing = found.hasAccount ? linkOptions.login : linkOptions.signup
    linkId = await mailLink(core, tx, sending, found, { purpose, session }, landing)
  })
  return { user_id: recipient.userId, email_id: recipient.factorId, link_id: linkId }
}

/** Returns the id of the link. */
const mailLink = async (
  core: Core,
  tx: Tx,
  { project, body, request }: Sending,
  recipient: Recipient,
  { purpose, session }: Asker,
  { url, minutes }: Landing,
): Promise<string> => {
  const { userId, factorId } = recipient
  const expiresAt = request.now + minutes * 60_000
  const token = await issueToken(
    tx,
    {
      projectId: project.id,
      kind: 'magic_link',
      subject: factorId,
      userId,
      payload: { attach: recipient.attaches ? body.email : null } satisfies z.input<typeof linkPayload>,
      codeChallenge: body.code_challenge,
      expiresAt,
    },
    request.now,
  )
  const link = withCallbackParams(url, { type: 'magic_links', token })
  const about = { project, to: body.email, locale: body.locale, expiresAt }
  const mails = {
    secret: () => magicLinkMail({ ...about, link }),
    'address-taken': () => addressTakenMail(about),
    'no-account': () => noAccountMail(about),
  }
  await sendMessage(core, tx, mails[chooseMessage(purpose, recipient)]())
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
