import { randomInt } from 'node:crypto'
import { Outdated } from '@corroborate/server-kit/database'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { type LandingType, withLanding } from '@corroborate/wire/landing'
import { emails } from '../../accounts/contacts/index.ts'
import { holdUser } from '../../accounts/sessions/index.ts'
import { issueToken, linkIdOf, withdraw } from '../../accounts/single-use/index.ts'
import { confirmationMail, resetMail, sendMessage, withholdMessage } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { requireSend } from '../recipients/index.ts'
import { readWishes } from './wishes.ts'

/** The mail is sent up to this many ms later, so that the time of the next requests does not show that a mail is sent. */
const longestDelay = 100

/**
 * Mails two links to the owner of an address: one for a new password, and one to log in without a password. An address
 * without an account gets no mail. The answer and the statements are the same: the secrets are made for a user who does not
 * exist.
 */
export const startReset = async (
  core: Core,
  { project, body, request }: Call<typeof endpoints.passwords.resetByEmailStart>,
): Promise<{ link_id?: string }> => {
  const wishes = readWishes(project, body)
  if (wishes.kind === 'refused') refuse(wishes.errorType, { message: wishes.message })
  await requireSend(core, { project, request, body, channel: 'email', to: body.email })

  const { now } = request
  const expiresAt = now + wishes.minutes * 60_000
  const nobody = { userId: newId('user', project.environment), id: newId('email', project.environment) }
  const findOwner = async (tx: Tx) => ((await emails.find(tx, project.id, body.email)) ?? nobody).userId
  // Two requests for one user make their links one after the other, so that only the newest ones work.
  return holdUser(core.db, { project, request, session: null }, findOwner, async ({ tx, userId }) => {
    const found = await emails.find(tx, project.id, body.email)
    const { userId: owner, id: emailId } = found ?? nobody
    if (owner !== userId) throw new Outdated('The address went to somebody else before its user was held.')
    const reset = await issueLink(tx, 'password_reset', 'reset_password', wishes.resetUrl)
    const login = wishes.loginUrl === null ? null : await issueLink(tx, 'reset_login', 'login', wishes.loginUrl)
    const links = { resetLink: reset.link, loginLink: login?.link ?? null }
    // An address that was not proved yet is proved by either link: the mail then asks to confirm it.
    const wordsOf = found?.verified === false ? confirmationMail : resetMail
    const mail = wordsOf({ project, to: body.email, locale: body.locale, expiresAt, ...links })
    const delay = randomInt(longestDelay)
    if (found !== null) await sendMessage(core, tx, mail, { delay })
    else await withholdMessage(core, tx, { delay })
    await audit(tx, {
      projectId: project.id,
      action: 'password_reset.sent',
      actor: 'anonymous',
      userId: found?.userId ?? null,
      request,
    })

    return login === null ? {} : { link_id: login.id }

    async function issueLink(tx: Tx, kind: SecretKind, type: LandingType, url: string) {
      await withdraw(tx, project.id, kind, emailId, now)
      const secret = { projectId: project.id, kind, subject: emailId, userId, expiresAt }
      const token = await issueToken(tx, { ...secret, codeChallenge: body.code_challenge }, now)
      return { link: withLanding(url, { type, token }), id: linkIdOf(token) }
    }
  })
}
