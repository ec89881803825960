import { createHmac } from 'node:crypto'
import { formatRetryAfter, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { LimitProximity } from '@corroborate/server-kit/limits'
import { createProofOfWork } from '@corroborate/server-kit/proof-of-work'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { type ProofTables, spendProof } from './store.ts'

/** The header of a refusal that names where the work is, and of the request that brings the proof. */
const header = 'Proof-Of-Work'

/** All that a visitor can send is one kind of thing: a proof is good for any of it, once. */
const about = 'a call of the site'

export type Proofs = {
  /** Work for a browser. */
  challenge: () => Promise<CaptchaChallenge>
  /**
   * Admits a request far from its rate limits; close to one, requires a single-use proof of work. Call it before spending points.
   * @param things plural noun for the error message
   * @throws HttpProblem 403 with the work's location and advice for browsers without JavaScript
   */
  requireWhenNear: (c: HttpContext, things: string, limits: readonly Promise<LimitProximity>[]) => Promise<void>
}

/** Port of a feature that requires a proof of work close to a rate limit. */
export type WithProofs = { proofs: Proofs }

type ProofsOptions = {
  db: Kysely<ProofTables>
  /** Secrets shared by our servers: the first signs. */
  secrets: readonly string[]
  now: () => number
}

/** Requires a proof of work from otherwise unverified visitors when they, or all of them together, come close to a rate limit. */
export const createProofs = ({ db, secrets: [secret = ''], now }: ProofsOptions): Proofs => {
  const key = createHmac('sha256', secret).update('corroborate proof of work 1').digest('base64url')
  const work = createProofOfWork(async () => key, now)

  return {
    challenge: async () => (await work.challenge(about)) as CaptchaChallenge,

    requireWhenNear: async (c, things, limits) => {
      const near = (await Promise.all(limits)).find(nearness => nearness.kind === 'near')
      if (near === undefined) return
      const token = c.req.header(header)
      const solved = token === undefined ? null : await work.read(token, about)
      if (solved !== null && (await spendProof(db, solved, now()))) return
      throw new HttpProblem(
        403,
        `We received many ${things} from your network or about this paper recently. Turn on JavaScript so that your browser can complete a one-second check, log in first, or try again ${formatRetryAfter(near.farInSeconds)}.`,
        { headers: { [header]: paths.proofOfWork } },
      )
    },
  }
}
