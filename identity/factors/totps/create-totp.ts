import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { Secret, TOTP } from 'otpauth'
import { holdSession } from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/index.ts'
import { accountName } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { insertTotp, issueRecoveryCodes } from './store.ts'
import { totpSettings } from './time-steps.ts'

/** Makes an authenticator app for the user of the session. It protects nothing until a first code confirms it. */
export const createTotp = async (core: Core, call: Call<typeof endpoints.totps.create>) => {
  const { db, sealer, users, sessions } = core
  const { project, body, request } = call
  const { userId } = call.session
  // 20 random bytes, as many as SHA-1 gives (RFC 4226 §4).
  const secret = new Secret()
  const { totpId, codes, label } = await holdSession(db, call, async held => {
    const { tx, session } = held
    const user = await requireUserWithRecentFactor(users, tx, held, request.now)
    if (!hasProvedContact(user)) {
      refuse('unauthorized_action', { message: 'Confirm your e-mail address or phone number first.' })
    }
    if (user.totps.some(totp => totp.verified)) refuse('active_totp_exists')
    const expiresAt = request.now + body.expiration_minutes * 60_000
    const totp = { userId, secret: secret.base32, expiresAt }
    const totpId = await insertTotp(tx, project, totp, sealer, request.now)
    const codes = await issueRecoveryCodes(tx, project, { totpId, userId, expiresAt }, request.now)
    const details = { totp_id: totpId }
    await audit(tx, { projectId: project.id, action: 'totp.created', actor: session, request, details })
    return { totpId, codes, label: accountName(user) }
  })
  const uri = new TOTP({ ...totpSettings, issuer: project.name, label, secret }).toString()
  const user = await sessions.userOf(project, userId, request.now)
  const { toDataURL } = await import('qrcode')
  return {
    totp_id: totpId,
    secret: secret.base32,
    qr_code: await toDataURL(uri),
    recovery_codes: codes,
    user_id: userId,
    user,
    __user: user,
  }
}

const hasProvedContact = ({ emails, phone_numbers }: User): boolean =>
  [...emails, ...phone_numbers].some(({ verified }) => verified)
