import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { z } from 'zod'
import { type Held, type ProvedFactor, requireSession } from '../../accounts/sessions/index.ts'
import { spendCode } from '../../accounts/single-use/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { isRecoveryCode, normaliseRecoveryCode } from './recovery-code.ts'
import { createRemembering } from './remember.ts'
import { findTotp } from './store.ts'
import { tellChange } from './tell-change.ts'

const recoveryPayload = z.object({ id: z.string() })

/** Verifies and spends a recovery code as a second factor of the session. */
export const authenticateByRecoveryCode = async (core: Core, call: Call<typeof endpoints.totps.recover>) => {
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
    await tellChange(core, own, { action: 'recovery_code.used', change: 'recovery-code-used', totpId })
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
