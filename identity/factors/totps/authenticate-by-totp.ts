import { isSixDigits } from '@corroborate/wire/codes'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { type Held, type ProvedFactor, requireSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { createRemembering } from './remember.ts'
import { confirmTotp, countGuess, findTotp, openSecret, spendStep, type Totp } from './store.ts'
import { tellChange } from './tell-change.ts'
import { stepOfCode } from './time-steps.ts'

type Authenticating = Call<typeof endpoints.totps.authenticate>

/** Verifies a TOTP code as a second factor of the session. The first correct code confirms a new app. */
export const authenticateByTotp = async (core: Core, call: Authenticating) => {
  const { project, body, request } = call
  const { userId } = call.session
  const { now } = request
  const { totp, step } = await requireRightStep(core, call)
  const { totpId } = totp
  const remembering = createRemembering(core, body.remember_device)

  const prove = async (held: Held): Promise<ProvedFactor> => {
    const own = requireSession(held)
    const { tx } = own
    if (!(await spendStep(tx, project.id, totpId, step))) refuse('unable_to_authenticate_totp')
    if (!totp.verified) {
      await confirmTotp(tx, project.id, { totpId, userId }, now)
      await tellChange(core, own, { action: 'totp.verified', change: 'authenticator-app-added', totpId })
    }
    await remembering.note(own)
    return {
      type: 'totp',
      delivery_method: 'authenticator_app',
      authenticator_app_factor: { totp_id: totpId },
    }
  }
  const signedIn = await core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
  const cookie = remembering.cookie()
  if (cookie !== null) call.setCookie(cookie)
  return { ...signedIn, totp_id: totpId }
}

/**
 * Returns the user's authenticator app and the time step of the typed code. A guess is counted before the comparison; malformed input
 * doesn't count.
 * @throws Refusal `unable_to_authenticate_totp`, `user_lock_limit_reached`, `too_many_requests`
 */
const requireRightStep = async (
  { db, guard, sealer }: Core,
  { project, session, body, request }: Authenticating,
): Promise<{ totp: Totp; step: number }> => {
  const { userId } = session
  const { now } = request
  await guard.address('tryPerAddress', request)
  await requireUnlocked(db, { project, userId, guessed: 'second_factor' }, now)
  const totp = await findTotp(db, project.id, userId, now)
  if (totp === null) {
    refuse('unable_to_authenticate_totp', { message: 'There is no authenticator app on this account.' })
  }
  if (!isSixDigits(body.totp_code)) refuse('unable_to_authenticate_totp')
  const lockedUntil = await countGuess(db, project.id, totp.totpId, now)
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
  return { totp, step }
}
