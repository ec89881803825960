import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import {
  type Held,
  type HeldSession,
  holdSession,
  type ProvedFactor,
  requireSession,
} from '../../accounts/sessions/index.ts'
import { spendCode } from '../../accounts/single-use/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/index.ts'
import { accountName } from '../../accounts/users/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { type AuditAction, audit } from '../../platform/audit/index.ts'
import type { AccountChange } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { normaliseRecoveryCode } from './recovery-code.ts'
import { confirmTotp, countGuess, findTotp, insertTotp, issueRecoveryCodes, openSecret, spendStep } from './store.ts'
import { stepOfCode, totpSettings } from './time-steps.ts'

const recoveryPayload = z.object({ id: z.string() })

/** Authenticator apps: a second factor for whoever is signed in. */
export const createTotpCalls = (core: Core): readonly Route[] => {
  const { db, guard, sessions, sealer, users } = core

  /** The session's user, once the session may make a sensitive change. */
  const requireSensitive = async ({ tx, project, session, request: { now } }: HeldSession): Promise<User> => {
    const user = await users.read(tx, project.id, session.userId, now)
    if (user === null) refuse('session_not_found')
    requireRecentFactor({ project, session, user, now })
    return user
  }

  /** Writes a change down, and tells the owner of the account by mail. */
  const tell = async (
    { tx, project, session, request }: HeldSession,
    { action, change, totpId }: { action: AuditAction; change: AccountChange; totpId: string },
  ): Promise<void> => {
    await audit(tx, {
      projectId: project.id,
      action,
      actor: session,
      request,
      details: { totp_id: totpId },
    })
    await tellOwner(core, tx, { project, userId: session.userId, change, at: request.now })
  }

  return [
    answer(endpoints.totps.create, async call => {
      const { project, body, request } = call
      const { userId } = call.session
      // As many random bytes as SHA-1 has, 20 (RFC 4226 §4).
      const secret = new Secret()
      const { totpId, codes, label } = await holdSession(db, call, async held => {
        const { tx, session } = held
        const user = await requireSensitive(held)
        if (!isProved(user)) {
          refuse('unauthorized_action', { message: 'Confirm your e-mail address or phone number first.' })
        }
        if (user.totps.some(totp => totp.verified)) refuse('active_totp_exists')
        const expiresAt = request.now + body.expiration_minutes * 60_000
        const totp = { userId, secret: secret.base32, expiresAt }
        const totpId = await insertTotp(tx, project, totp, sealer, request.now)
        const codes = await issueRecoveryCodes(tx, project, { totpId, userId, expiresAt }, request.now)
        await audit(tx, {
          projectId: project.id,
          action: 'totp.created',
          actor: session,
          request,
          details: { totp_id: totpId },
        })
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
    }),

    answer(endpoints.totps.authenticate, async call => {
      const { project, session, body, request } = call
      const { userId } = session
      const { now } = request
      await guard.address('tryPerAddress', request)
      await requireUnlocked(db, { project, userId, guessed: 'second_factor' }, now)
      const totp = await findTotp(db, project.id, userId, now)
      if (totp === null) {
        refuse('unable_to_authenticate_totp', { message: 'There is no authenticator app on this account.' })
      }
      const { totpId } = totp
      const lockedUntil = await countGuess(db, project.id, totpId, now)
      if (lockedUntil !== null) {
        refuse('user_lock_limit_reached', { retryAfter: Math.max(1, (lockedUntil - now) / 1_000) })
      }
      const secret = openSecret(sealer, project.id, totp)
      const step = stepOfCode({ ...totp, secret }, body.totp_code, now)
      if (step === null) {
        await noteFailure(db, { project, userId, guessed: 'second_factor' }, now)
        await audit(db, { projectId: project.id, action: 'totp.refused', actor: session, request })
        refuse('unable_to_authenticate_totp')
      }

      const prove = async (held: Held): Promise<ProvedFactor> => {
        const own = requireSession(held)
        const { tx } = own
        if (!(await spendStep(tx, project.id, totpId, step))) refuse('unable_to_authenticate_totp')
        if (!totp.verified) {
          await confirmTotp(tx, project.id, { totpId, userId }, now)
          const change = { action: 'totp.verified', change: 'authenticator-app-added', totpId } as const
          await tell(own, change)
        }
        return {
          type: 'totp',
          delivery_method: 'authenticator_app',
          authenticator_app_factor: { totp_id: totpId },
        }
      }
      const signedIn = await core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
      return { ...signedIn, totp_id: totpId }
    }),

    answer(endpoints.totps.recoveryCodes, async call => {
      const { project, request } = call
      const { userId } = call.session
      // Only hashes are kept: whoever wants to see codes gets new ones.
      const renewed = await holdSession(db, call, async held => {
        const { tx } = held
        await requireSensitive(held)
        const totp = await findTotp(tx, project.id, userId, request.now)
        if (totp === null || !totp.verified) refuse('totp_not_found')
        const { totpId } = totp
        const codes = await issueRecoveryCodes(tx, project, { totpId, userId }, request.now)
        await tell(held, { action: 'recovery_codes.renewed', change: 'recovery-codes-renewed', totpId })
        return { totp_id: totpId, verified: true, recovery_codes: codes }
      })
      const totps = [renewed]
      return { user_id: userId, totps }
    }),

    answer(endpoints.totps.recover, async call => {
      const { project, session, body, request } = call
      const { userId } = session
      const { now } = request
      await guard.address('tryPerAddress', request)
      await guard.project('tryPerAccount', project, userId)
      await requireUnlocked(db, { project, userId, guessed: 'second_factor' }, now)
      const totp = await findTotp(db, project.id, userId, now)
      const totpId = totp?.verified ? totp.totpId : ''
      const code = normaliseRecoveryCode(body.recovery_code)

      const prove = async (held: Held): Promise<ProvedFactor> => {
        const own = requireSession(held)
        const secret = { projectId: project.id, kind: 'recovery_code', subject: totpId, code } as const
        const spent = await spendCode(held.tx, secret, now)
        if (spent === null) refuse('unable_to_authenticate_recovery_code')
        const change = { action: 'recovery_code.used', change: 'recovery-code-used', totpId } as const
        await tell(own, change)
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
      return { ...signedIn, totp_id: totpId }
    }),
  ]
}

const isProved = ({ emails, phone_numbers }: User): boolean =>
  emails.some(({ verified }) => verified) || phone_numbers.some(({ verified }) => verified)
