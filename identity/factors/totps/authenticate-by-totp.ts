import { timingSafeEqual } from 'node:crypto'
import { isSixDigits } from '@corroborate/wire/codes'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { HOTP, Secret } from 'otpauth'
import { deviceCookie, rememberDevice } from '../../accounts/remembered-devices/store.ts'
import { type Held, type LockedSession, type ProvedFactor, requireSession } from '../../accounts/sessions/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { type AuditAction, audit } from '../../platform/audit/store.ts'
import type { AccountChange } from '../../platform/names/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Call } from '../../sdk/http/index.ts'
import { confirmTotp, countGuess, findTotp, openSecret, spendStep, type Totp } from './store.ts'

/**
 * Remembers the device of a request that just proved a second factor, if requested. `note` runs in the transaction of the proof; `cookie`
 * returns the browser's cookie afterwards, or null if not requested.
 */
export const createRemembering = ({ origin }: Pick<Core, 'origin'>, isAsked: boolean | undefined) => {
  const isSecure = origin.startsWith('https:')
  let made: string | null = null
  return {
    note: async (held: LockedSession): Promise<void> => {
      if (isAsked !== true) return
      const { tx, project, session, request, userId } = held
      made = deviceCookie(userId, await rememberDevice(held, isSecure), isSecure)
      await audit(tx, { projectId: project.id, action: 'device.remembered', actor: session, request })
    },
    cookie: (): string | null => made,
  }
}

type Told = { action: AuditAction; change: AccountChange; totpId: string }

/** Writes a change of an authenticator app into the audit log and notifies the account owner by mail. */
export const notifyOfAuthenticatorChange = async (
  core: Core,
  { tx, project, session, request }: LockedSession,
  { action, change, totpId }: Told,
): Promise<void> => {
  await audit(tx, { projectId: project.id, action, actor: session, request, details: { totp_id: totpId } })
  await notifyOwner(core, tx, { project, userId: session.userId, change, at: request.now })
}

/** Settings supported by every authenticator app: SHA-1, six digits, 30 s period (RFC 6238 §4). */
export const totpSettings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Allowed clock skew of a phone, in time steps. */
const skew = 1

export const stepAt = (now: number): number => Math.floor(now / 1000 / totpSettings.period)

/** The code of one time step. */
export const codeAt = (secret: string, step: number): string => {
  const { algorithm, digits } = totpSettings
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter: step })
}

/**
 * The time step that a code belongs to, of the steps around now that come after the last used one; null when it belongs to
 * none. It takes the same time for every code.
 */
export const stepOfCode = (
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: number,
): number | null => {
  const current = stepAt(now)
  let found: number | null = null
  for (let step = current - skew; step <= current + skew; step++) {
    const isSame = sameText(codeAt(secret, step), code)
    if (isSame && step > lastStep) found = step
  }
  return found
}

const sameText = (a: string, b: string): boolean => {
  const [one, two] = [Buffer.from(a), Buffer.from(b)]
  return one.length === two.length && timingSafeEqual(one, two)
}

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
      await notifyOfAuthenticatorChange(core, own, {
        action: 'totp.verified',
        change: 'authenticator-app-added',
        totpId,
      })
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
