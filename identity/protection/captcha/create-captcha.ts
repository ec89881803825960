import type { Logger } from '@corroborate/server-kit/logging'
import { createProofOfWork as createWork } from '@corroborate/server-kit/proof-of-work'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import { spendOnce } from '../../accounts/one-time-tokens/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import type { Kept } from '../guard.ts'
import { createServerKey } from '../server-key.ts'
import { verifyWithService } from './services/index.ts'
import { findCaptchaSecret } from './store.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    /** A solved challenge, or a token of a service: known from the moment it is spent. */
    captcha: true
  }
}

type ProofOfWork = {
  /** Work for a client of this project. */
  challenge: (project: Pick<Project, 'id'>) => Promise<CaptchaChallenge>
  /** Verifies a token as a solved challenge of this project, and spends it. */
  isProof: (project: Pick<Project, 'id'>, token: string) => Promise<boolean>
}

/** The proof of work of projects: each challenge is about one of them, and good once. */
const createProofOfWork = (db: Database, now: () => number): ProofOfWork => {
  const work = createWork(createServerKey(db, 'challenges', now), now)
  return {
    challenge: async ({ id }) => (await work.challenge(id)) as CaptchaChallenge,
    isProof: async ({ id }, token) => {
      const solved = await work.read(token, id)
      if (solved === null) return false
      const { nonce: secret, expiresAt } = solved
      return spendOnce(db, { projectId: id, kind: 'captcha', secret, expiresAt }, now())
    },
  }
}

/** A token of a service is known as spent for as long as any service takes one. */
const tokenLasts = 10 * 60_000

type Wanting = Pick<Project, 'id' | 'captcha' | 'adaptiveCaptcha' | 'captchaOnEveryCall' | 'allowedOrigins'>

type Asked = {
  project: Wanting
  request: Pick<RequestFacts, 'address' | 'userAgent' | 'isProved'>
  body: { captcha_token?: string | undefined }
}

export type Captcha = Pick<ProofOfWork, 'challenge'> & {
  /**
   * Verifies a request's captcha. Returns false if the service is unavailable.
   * @throws Refusal `captcha_required` if missing, `captcha_failed` if invalid
   */
  demand: (asked: Asked) => Promise<boolean>
  /**
   * Requires a captcha only close to a rate limit, if the project has enabled that.
   * @throws Refusal as above, and `server_unavailable` while the service is unavailable
   */
  requireWhenNear: (
    asked: Asked & { /** Limits this call has just drawn on. */ kept: readonly Kept[] },
  ) => Promise<void>
}

type Needs = {
  db: Database
  sealer: Sealer
  logger: Pick<Logger, 'warn' | 'error'>
  /** Fake server for all services in tests. */
  servicesUrl: string | null
  now: () => number
}

/** Captchas: the project's service, or proof of work if it has none. */
export const createCaptcha = ({ db, sealer, logger, servicesUrl, now }: Needs): Captcha => {
  const work = createProofOfWork(db, now)

  /** Returns null if the service is unavailable. */
  const isGood = async ({ project, request }: Asked, token: string): Promise<boolean | null> => {
    const { captcha: settings } = project
    if (settings === null) return work.isProof(project, token)
    const { service } = settings
    const secret = await findCaptchaSecret(db, sealer, project.id, service)
    const hosts = project.allowedOrigins.map(origin => new URL(origin).hostname)
    const verdict =
      secret === null
        ? ({ kind: 'misconfigured', reason: 'there is no secret' } as const)
        : await verifyWithService(servicesUrl, { token, secret, settings, hosts, request })
    const facts = { project: project.id, service, verdict }
    switch (verdict.kind) {
      case 'accepted':
        // No service guarantees that it rejects concurrent reuse of a token.
        return spendOnce(
          db,
          { projectId: project.id, kind: 'captcha', secret: token, expiresAt: now() + tokenLasts },
          now(),
        )
      case 'refused':
        logger.warn(facts, 'captcha refused')
        return false
      case 'misconfigured':
        logger.error(facts, 'the captcha service does not know the project')
        return null
      case 'unavailable':
        logger.error(facts, 'the captcha service does not answer')
        return null
    }
  }

  const demand = async (asked: Asked): Promise<boolean> => {
    const { captcha_token: token } = asked.body
    if (token === undefined) refuse('captcha_required')
    const good = await isGood(asked, token)
    if (good === false) refuse('captcha_failed')
    return good === true
  }

  return {
    challenge: work.challenge,
    demand,
    requireWhenNear: async ({ kept, ...asked }) => {
      const { project, request } = asked
      if (!project.adaptiveCaptcha && !project.captchaOnEveryCall) return
      if (request.isProved === true || !kept.some(limit => limit.isNear)) return
      if (!(await demand(asked))) refuse('server_unavailable', { retryAfter: 60 })
    },
  }
}
