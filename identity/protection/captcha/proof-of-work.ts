import { createProofOfWork as createWork } from '@corroborate/server-kit/proof-of-work'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import { spendOnce } from '../../accounts/single-use/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { createServerKey } from '../server-key.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    /** A solved challenge, or a token of a service: known from the moment it is spent. */
    captcha: true
  }
}

export type ProofOfWork = {
  /** Work for a client of this project. */
  challenge: (project: Pick<Project, 'id'>) => Promise<CaptchaChallenge>
  /** Verifies a token as a solved challenge of this project, and spends it. */
  isProof: (project: Pick<Project, 'id'>, token: string) => Promise<boolean>
}

/** The proof of work of projects: each challenge is about one of them, and good once. */
export const createProofOfWork = (db: Database, now: () => number): ProofOfWork => {
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
