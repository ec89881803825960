import { randomInt } from 'node:crypto'
import { Outdated } from '@corroborate/server-kit/database'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import { type CallbackType, withCallbackParams } from '@corroborate/wire/landing'
import { emails } from '../../accounts/contacts/attach.ts'
import { issueToken, linkIdOf, withdraw } from '../../accounts/one-time-tokens/index.ts'
import { type Held, holdUser } from '../../accounts/sessions/index.ts'
import { confirmationMail, resetMail, sendMessage, withholdMessage } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { chooseRedirect, lifetimeOf, type ProjectConfig } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Call } from '../../sdk/http/index.ts'
import { requireSend } from '../recipients/require-send.ts'
import { requireReset } from './store.ts'

type LinkOptions = {
  login_redirect_url?: string | undefined
  reset_password_redirect_url?: string | undefined
  reset_password_expiration_minutes?: number | undefined
  code_challenge?: string | undefined
}

type ParseLinkOptions =
  /** `loginUrl` is null if the project has no page for it. The mail then has one link. */
  | { kind: 'granted'; resetUrl: string; loginUrl: string | null; minutes: number }
  | { kind: 'refused'; errorType: ErrorType; message?: string }

/** Validates the redirect URLs and the lifetime of a reset mail's links, before the address is looked up. Pure. */
export const parseLinkOptions = (
  project: Pick<ProjectConfig, 'redirectUrls' | 'expirations' | 'pkce'>,
  linkOptions: LinkOptions,
): ParseLinkOptions => {
  if (project.pkce.passwordResets && linkOptions.code_challenge === undefined) {
    return {
      kind: 'refused',
      errorType: 'invalid_pkce_code_challenge',
      message: 'This project requires a pkce code challenge.',
    }
  }
  const reset = chooseRedirect(project, 'reset_password', linkOptions.reset_password_redirect_url)
  if (reset.kind === 'not-allowed') return { kind: 'refused', errorType: 'invalid_password_reset_redirect_url' }
  if (reset.kind === 'none-set') return { kind: 'refused', errorType: 'no_password_reset_redirect_url' }
  const login = chooseRedirect(project, 'login', linkOptions.login_redirect_url)
  if (login.kind === 'not-allowed') return { kind: 'refused', errorType: 'no_match_for_provided_magic_link_url' }
  return {
    kind: 'granted',
    resetUrl: reset.url,
    loginUrl: login.kind === 'url' ? login.url : null,
    minutes: lifetimeOf(project.expirations.passwordReset, linkOptions.reset_password_expiration_minutes),
  }
}

/** Maximum random delay of the mail in ms, so that the timing of the next requests does not reveal if one is sent. */
const longestDelay = 100

/**
 * Emails two links to the address owner: one for a new password, and one to log in without a password. An address without an account gets
 * no mail, but the response and the statements are the same: secrets are created for a nonexistent user.
 */
export const startReset = async (
  core: Core,
  { project, body, request }: Call<typeof endpoints.passwords.resetByEmailStart>,
): Promise<{ link_id?: string }> => {
  const linkOptions = parseLinkOptions(project, body)
  if (linkOptions.kind === 'refused') refuse(linkOptions.errorType, { message: linkOptions.message })
  await requireSend(core, { project, request, body, channel: 'email', to: body.email })

  const nobody = { userId: newId('user', project.environment), id: newId('email', project.environment) }
  const findOwner = async (tx: Tx) => ((await emails.find(tx, project.id, body.email)) ?? nobody).userId
  // Two requests for one user make their links one after the other, so that only the newest ones work.
  return holdUser(core.db, { project, request, session: null }, findOwner, async held => {
    const { tx, userId } = held
    const found = await emails.find(tx, project.id, body.email)
    if ((found ?? nobody).userId !== userId) {
      throw new Outdated('The address went to somebody else before its user was held.')
    }
    const { email: to, locale, code_challenge: codeChallenge } = body
    const id = await sendReset(core, held, {
      to,
      found,
      emailId: (found ?? nobody).id,
      linkOptions,
      locale,
      codeChallenge,
    })
    return id === null ? {} : { link_id: id }
  })
}

type Granted = Extract<ParseLinkOptions, { kind: 'granted' }>
type Reset = {
  to: string
  /** The user's address; null if no user has it, in which case nothing is sent. */
  found: { verified: boolean } | null
  emailId: string
  linkOptions: Granted
  locale?: string | undefined
  codeChallenge?: string | undefined
}

/**
 * Creates the links of a reset mail and sends it, or does the same work without sending.
 * @returns the ID of the login link, if there is one
 */
const sendReset = async (
  core: Core,
  { tx, project, userId, request }: Held,
  { to, found, emailId, linkOptions, locale, codeChallenge }: Reset,
): Promise<string | null> => {
  const { now } = request
  const expiresAt = now + linkOptions.minutes * 60_000
  const issueLink = async (kind: SecretKind, type: CallbackType, url: string) => {
    await withdraw(tx, project.id, kind, emailId, now)
    const token = await issueToken(
      tx,
      { projectId: project.id, kind, subject: emailId, userId, expiresAt, codeChallenge },
      now,
    )
    return { link: withCallbackParams(url, { type, token }), id: linkIdOf(token) }
  }
  const reset = await issueLink('password_reset', 'reset_password', linkOptions.resetUrl)
  const login = linkOptions.loginUrl === null ? null : await issueLink('reset_login', 'login', linkOptions.loginUrl)
  const links = { resetLink: reset.link, loginLink: login?.link ?? null }
  // Either link verifies an unverified address, so the mail asks for confirmation.
  const wordsOf = found?.verified === false ? confirmationMail : resetMail
  const mail = wordsOf({ project, to, locale, expiresAt, ...links })
  const delay = randomInt(longestDelay)
  if (found !== null) await sendMessage(core, tx, mail, { delay })
  else await withholdMessage(core, tx, { delay })
  await audit(tx, {
    projectId: project.id,
    action: 'password_reset.sent',
    actor: 'anonymous',
    userId: found === null ? null : userId,
    request,
  })
  return login?.id ?? null
}

/**
 * Disables a user's password and emails reset links to one of their addresses. If the project has no page for them, or its links need a
 * challenge of the page, no mail is sent: the application's page starts the reset.
 * @returns whether there was a password, and whether a mail was queued
 */
export const forceReset = async (
  core: Core,
  held: Held,
  emailId: string,
): Promise<{ hadPassword: boolean; isMailed: boolean }> => {
  const { tx, project, userId, request } = held
  const hadPassword = await requireReset(tx, project.id, userId, request.now)
  const own = (await emails.list(tx, project.id, userId)).find(({ id }) => id === emailId)
  const linkOptions = parseLinkOptions(project, {})
  if (!hadPassword || own === undefined || linkOptions.kind === 'refused') return { hadPassword, isMailed: false }
  await sendReset(core, held, { to: own.value, found: own, emailId, linkOptions })
  return { hadPassword, isMailed: true }
}
