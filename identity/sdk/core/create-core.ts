import type { Metrics } from '@corroborate/server-kit/health'
import { createLimits, type Limit, type LimitTable } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import { createOutbox, type Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import {
  createKeyRing,
  createSessionDesk,
  issueSession,
  type LiveSession,
  type ProvedFactor,
  type SessionDesk,
  type SignedIn,
} from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Sealer } from '../../platform/sealing/index.ts'
import { createProjectDirectory, type Project, type ProjectDirectory } from '../../projects/index.ts'
import {
  type Captcha,
  createCaptcha,
  createGuard,
  forgetFailures,
  type Guard,
  type LimitName,
  limitTable,
} from '../../protection/index.ts'

/** Where error types are explained, under our own address. */
export const errorDocsPath = '/errors'

/** Who proved to be whom, and how. */
export type Proved = {
  userId: string
  factor: ProvedFactor
  /** A session of its own that cannot be extended and does not count as the user's sign-in. */
  isTemporary?: boolean
}

/** The parts of a call that a sign-in needs; every call has them. */
export type SigningIn = { project: Project; session: LiveSession | null; request: RequestFacts }

/** What every feature of the provider is given. */
export type Core = {
  settings: Settings
  db: Database
  logger: Logger
  /** Keeps the secrets that have to be read again. */
  sealer: Sealer
  /** Our own address, with which every link we make begins. */
  origin: string
  /** Where error types are explained. */
  docsUrl: string
  /** Epoch milliseconds. Handlers use `request.now`. */
  now: () => number
  projects: ProjectDirectory
  sessions: SessionDesk
  /** Users as a whole, with what every folder keeps of them. */
  users: Users
  /** What owners of accounts are told, in every language. */
  notices: readonly Notice[]
  /** The limits, by name (protection/limits.ts). */
  guard: Guard
  /** The proof of work that is asked for when limits are near. */
  captcha: Captcha
  /** Work to be done after the transaction that wants it: mails, texts. */
  outbox: Outbox<Jobs>
  /**
   * Signs in whoever `prove` says, and gives the payload every `…/authenticate` answers with. `prove` runs in the
   * transaction that issues the session: it spends the secret there and throws a Refusal when the proof is none.
   */
  signIn: (call: SigningIn, durationMinutes: number, prove: (tx: Tx) => Promise<Proved>) => Promise<SignedIn>
}

export const createCore = ({
  settings,
  db,
  brought,
  sealer,
  logger,
  metrics,
  now = Date.now,
}: {
  settings: Settings
  db: Database
  /** What the folders bring that the core itself needs. */
  brought: { users: Users; limits: LimitTable; notices: readonly Notice[] }
  sealer: Sealer
  logger: Logger
  metrics?: Metrics
  now?: (() => number) | undefined
}): Core & { close: () => Promise<void> } => {
  const { origin } = settings.identity
  const { users, notices } = brought
  const keys = createKeyRing(db, sealer, now)
  const sessions = createSessionDesk({ db, users, keys, issuer: origin })
  const observed = { logger, ...(metrics !== undefined && { metrics }) }
  const limits = createLimits({ ...limitTable, ...brought.limits } as Record<LimitName, Limit>, {
    ...observed,
    prefix: 'identity',
    scale: settings.limitsScale,
    redisUrl: settings.redisUrl,
  })

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
    users,
    notices,
    guard: createGuard(limits),
    captcha: createCaptcha(db, now),
    // Jobs wait in real time, also in tests whose clock stands still.
    outbox: createOutbox<Jobs, Tables>(db, { ...observed, now: Date.now }),
    close: limits.close,
    signIn: async ({ project, session, request }, durationMinutes, prove) => {
      const issued = await db.transaction().execute(async tx => {
        const { userId, factor, isTemporary = false } = await prove(tx)
        if (!isTemporary) await forgetFailures(tx, project, userId, factor)
        return issueSession(tx, { project, userId, factor, durationMinutes, request, current: session, isTemporary })
      })
      return sessions.signedIn(project, issued, request.now)
    },
  }
}
