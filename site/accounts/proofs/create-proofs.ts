import { createHmac } from 'node:crypto'
import { type HttpContext, HttpProblem, waitInWords } from '@corroborate/server-kit/http'
import type { Nearness } from '@corroborate/server-kit/limits'
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
   * Lets a call pass while its limits are far, and with a proof of work, once each, when one is near. Ask before points are spent.
   * @param things what is sent, in the plural, as a sentence names it
   * @throws HttpProblem 403 that says where the work is, and what to do without JavaScript
   */
  requireWhenNear: (c: HttpContext, things: string, limits: readonly Promise<Nearness>[]) => Promise<void>
}

/** The port of a feature that asks visitors near a limit for a proof of work. */
export type WithProofs = { proofs: Proofs }

type ProofsOptions = {
  db: Kysely<ProofTables>
  /** What our servers share: the first signs. */
  secrets: readonly string[]
  now: () => number
}

/** Asks for a proof of work from those who have proved nothing else, when they, or all of them together, come near a limit. */
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
        `We received many ${things} from your network or about this paper recently. Turn on JavaScript so that your browser can complete a one-second check, log in first, or try again ${waitInWords(near.farInSeconds)}.`,
        { headers: { [header]: paths.proofOfWork } },
      )
    },
  }
}
