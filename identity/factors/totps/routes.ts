import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { spendCode } from '../../accounts/one-time-tokens/index.ts'
import { type Held, holdSession, type ProvedFactor, requireSession } from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { accountName } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Call, type Route } from '../../sdk/http/index.ts'
import {
  authenticateByTotp,
  createRemembering,
  notifyOfAuthenticatorChange,
  totpSettings,
} from './authenticate-by-totp.ts'
import { isRecoveryCode, normaliseRecoveryCode } from './recovery-code.ts'
import { findTotp, insertTotp, issueRecoveryCodes } from './store.ts'

const recoveryPayload = z.object({ id: z.string() })

/** Verifies and spends a recovery code as a second factor of the session. */
const authenticateByRecoveryCode = async (core: Core, call: Call<typeof endpoints.totps.recover>) => {
  const { db, guard } = core
  const { project, session, body, request } = call
  const { userId } = session
  const { now } = request
  await guard.address('tryPerAddress', request)
  await guard.project('tryPerAccount', project, userId)
  await requireUnlocked(db, { project, userId, guessed: 'second_factor' }, now)
  const totp = await findTotp(db, project.id, userId, now)
  const totpId = totp?.verified ? totp.totpId : ''
  const code = normaliseRecoveryCode(body.recovery_code)
  if (!isRecoveryCode(code)) refuse('unable_to_authenticate_recovery_code')
  const remembering = createRemembering(core, body.remember_device)

  const prove = async (held: Held): Promise<ProvedFactor> => {
    const own = requireSession(held)
    const secret = { projectId: project.id, kind: 'recovery_code', subject: totpId, code } as const
    const spent = await spendCode(held.tx, secret, now)
    if (spent === null) refuse('unable_to_authenticate_recovery_code')
    await notifyOfAuthenticatorChange(core, own, { action: 'recovery_code.used', change: 'recovery-code-used', totpId })
    await remembering.note(own)
    const { id } = recoveryPayload.parse(spent.payload)
    return {
      type: 'recovery_code',
      delivery_method: 'recovery_code',
      recovery_code_factor: { totp_recovery_code_id: id },
    }
  }
  const signedIn = await core
    .signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
    .catch(async error => {
      await noteFailure(db, { project, userId, guessed: 'second_factor' }, now)
      await audit(db, { projectId: project.id, action: 'recovery_code.refused', actor: session, request })
      throw error
    })
  await guard.forgive('tryPerAccount', project, userId)
  const cookie = remembering.cookie()
  if (cookie !== null) call.setCookie(cookie)
  return { ...signedIn, totp_id: totpId }
}

/** Makes an authenticator app for the user of the session. It protects nothing until a first code confirms it. */
const createTotp = async (core: Core, call: Call<typeof endpoints.totps.create>) => {
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

/** Issues new recovery codes. Only hashes are stored, so the old ones cannot be shown again. */
const renewRecoveryCodes = async (core: Core, call: Call<typeof endpoints.totps.recoveryCodes>) => {
  const { project, request } = call
  const { userId } = call.session
  const renewed = await holdSession(core.db, call, async held => {
    const { tx } = held
    await requireUserWithRecentFactor(core.users, tx, held, request.now)
    const totp = await findTotp(tx, project.id, userId, request.now)
    if (totp === null || !totp.verified) refuse('totp_not_found')
    const { totpId } = totp
    const codes = await issueRecoveryCodes(tx, project, { totpId, userId }, request.now)
    await notifyOfAuthenticatorChange(core, held, {
      action: 'recovery_codes.renewed',
      change: 'recovery-codes-renewed',
      totpId,
    })
    return { totp_id: totpId, verified: true, recovery_codes: codes }
  })
  return { user_id: userId, totps: [renewed] }
}

const { create, authenticate, recoveryCodes, recover } = endpoints.totps

/** Authenticator apps and their recovery codes: a second factor for signed-in users. */
export const createTotpCalls = (core: Core): readonly Route[] => [
  answer(create, call => createTotp(core, call)),
  answer(authenticate, call => authenticateByTotp(core, call)),
  answer(recoveryCodes, call => renewRecoveryCodes(core, call)),
  answer(recover, call => authenticateByRecoveryCode(core, call)),
]
