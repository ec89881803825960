import type { Metrics } from '@corroborate/server-kit/health'
import { createLimits, type Limit, type Limits, type LimitTable } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import { createOutbox, type Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import { noteDevice } from '../../accounts/known-devices/store.ts'
import { useRememberedDevice } from '../../accounts/remembered-devices/store.ts'
import {
  type Asking,
  createKeyRing,
  createSessionDesk,
  type Held,
  holdUser,
  issueSession,
  type KeyRing,
  type ProvedFactor,
  type SessionDesk,
  type SignedIn,
  type Whose,
} from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import { createProjectDirectory, type ProjectDirectory } from '../../projects/index.ts'
import {
  type Captcha,
  createCaptcha,
  createDevices,
  createGate,
  createGuard,
  type Devices,
  type Gate,
  type Guard,
  type LimitName,
  resetFailures,
} from '../../protection/index.ts'
import { notifyOfNewDevice } from './tell-of-device.ts'

/** Path of the error documentation below our own origin. */
export const errorDocsPath = '/errors'

/** User, session duration and factor of a sign-in. */
export type SigningIn = {
  whose: Whose
  durationMinutes: number
  /** Runs while the user is held: it spends the secret and throws a Refusal when the proof is none. */
  prove: (held: Held) => Promise<ProvedFactor>
  /** A session of its own that cannot be extended and does not count as the user's sign-in. */
  isTemporary?: boolean
}

/** A call that signs in; a browser takes the cookie by which it is known again. */
export type SignInCall = Asking & { setCookie?: (cookie: string) => void }

/** Dependencies of every provider feature. */
export type Core = {
  settings: Settings
  db: Database
  logger: Logger
  /** Encrypts secrets that must be readable again. */
  sealer: Sealer
  /** Our own address, with which every link we make begins. */
  origin: string
  /** URL of the error documentation. */
  docsUrl: string
  /** Epoch milliseconds. Handlers use `request.now`. */
  now: () => number
  projects: ProjectDirectory
  sessions: SessionDesk
  /** Signing and verification keys of projects. */
  keys: KeyRing
  /** Users with the data of every folder. */
  users: Users
  /** Owner notifications in every language. */
  notices: readonly Notice[]
  /** The limits, by name (protection/guard.ts). */
  guard: Guard
  /** Rate limits, for the administrators' view. */
  limits: Pick<Limits<LimitName>, 'nearEdge' | 'spent' | 'forgive' | 'check'>
  captcha: Captcha
  /** Device checks. */
  devices: Devices
  /** Admission check of endpoints that accept captchas or device IDs. */
  gate: Gate
  /** Jobs that run after their transaction commits: mails, texts. */
  outbox: Outbox<Jobs>
  /**
   * Signs a user in, and gives the payload every `…/authenticate` answers with. The proof and the session are one
   * transaction, which holds the user (`holdUser`).
   */
  signIn: (call: SignInCall, signingIn: SigningIn) => Promise<SignedIn>
}

export const createCore = ({
  settings,
  db,
  brought,
  sealer,
  logger,
  metrics,
  now,
}: {
  settings: Settings
  db: Database
  /** Contributions of the folders that the core itself needs. */
  brought: { users: Users; limits: LimitTable; notices: readonly Notice[] }
  sealer: Sealer
  logger: Logger
  metrics?: Metrics
  /** Epoch milliseconds. */
  now: () => number
}): Core & { close: () => Promise<void> } => {
  const { origin } = settings.identity
  const isSecure = origin.startsWith('https:')
  const { users, notices } = brought
  const keys = createKeyRing(db, sealer, now)
  const sessions = createSessionDesk({ db, users, keys, issuer: origin })
  const observed = { logger, ...(metrics !== undefined && { metrics }) }
  const limits = createLimits(brought.limits as Record<LimitName, Limit>, {
    ...observed,
    prefix: 'identity',
    scale: settings.limitsScale,
    redisUrl: settings.redisUrl,
  })

  const guard = createGuard(limits)
  const captcha = createCaptcha({ db, sealer, logger, servicesUrl: settings.captchaServicesUrl, now })
  const devices = createDevices({ db, guard, ...(metrics !== undefined && { metrics }), now })

  // Jobs use real time, even in tests with a fixed clock.
  const outbox = createOutbox<Jobs, Tables>(db, { ...observed, now: Date.now })

  return {
    settings,
    db,
    sealer,
    logger,
    origin,
    docsUrl: `${origin}${errorDocsPath}`,
    now,
    projects: createProjectDirectory(db),
    sessions,
    keys,
    users,
    notices,
    guard,
    limits,
    captcha,
    devices,
    gate: createGate({ captcha, devices }),
    outbox,
    close: limits.close,
    signIn: async (call, { whose, durationMinutes, prove, isTemporary = false }) => {
      const { issued, device } = await holdUser(db, call, whose, async held => {
        const factor = await prove(held)
        if (!isTemporary) await resetFailures(held.tx, held.project, held.userId, factor)
        // After the proof, which may have forgotten it.
        const rememberedDevice = isTemporary ? null : await useRememberedDevice(held, isSecure)
        // A request with a session comes from a known browser.
        const device = isTemporary || held.session !== null ? null : await noteDevice(held, isSecure)
        const issued = await issueSession(held, { factor, durationMinutes, isTemporary, rememberedDevice })
        if (device?.isNew && call.project.newDeviceMails) {
          await notifyOfNewDevice({ outbox, now, origin }, held, device, issued.session.id)
        }
        return { issued, device }
      })
      if (device !== null) call.setCookie?.(device.cookie)
      return sessions.signedIn(call.project, issued, call.request.now)
    },
  }
}
