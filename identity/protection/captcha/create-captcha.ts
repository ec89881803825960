import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import { maxLength } from '@corroborate/wire/limits'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { spendOnce } from '../../accounts/single-use/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Kept } from '../guard.ts'
import { readServerKey } from './server-key.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    /** A solved challenge: known from the moment it is spent. */
    captcha: true
  }
}

/**
 * The work: about 256 keys have to be derived to find one with this prefix, half a second in a browser, while to check it
 * takes one. ALTCHA's own advice for 2026 machines.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyLength: 32, keyPrefix: '00' }
/** How long a challenge may be worked at, in ms. */
const lifetime = 10 * 60_000

type Asked = {
  project: Pick<Project, 'id' | 'adaptiveCaptcha'>
  body: { captcha_token?: string | undefined }
  /** Limits this call has just drawn on. */
  kept: readonly Kept[]
}

export type Captcha = {
  /** Work for a client of this project. */
  challenge: (project: Pick<Project, 'id'>) => Promise<CaptchaChallenge>
  /**
   * Lets a call pass while its limits are far, and with a solved challenge, once each, when one is near; where the project
   * wants that. @throws Refusal `captcha_required` or `captcha_failed`
   */
  requireWhenNear: (asked: Asked) => Promise<void>
}

const text = z.string().max(maxLength.captchaToken)
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(work.algorithm),
      nonce: text,
      salt: text,
      cost: z.literal(work.cost),
      keyLength: z.literal(work.keyLength),
      keyPrefix: text,
      expiresAt: z.number(),
      data: z.object({ project: text }),
    }),
    signature: text,
  }),
  solution: z.object({ counter: z.number(), derivedKey: text }),
})

const readToken = (token: string): z.infer<typeof payload> | null => {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

/** A proof of work instead of a riddle: nobody outside is asked, nothing is looked at, and people notice half a second. */
export const createCaptcha = (db: Database, now: () => number): Captcha => {
  let key: Promise<string> | undefined
  const serverKey = (): Promise<string> => {
    key ??= readServerKey(db, now()).catch(error => {
      key = undefined
      throw error
    })
    return key
  }

  const isProof = async (project: Pick<Project, 'id'>, token: string): Promise<boolean> => {
    const read = readToken(token)
    if (read === null || read.challenge.parameters.data.project !== project.id) return false
    const { verified } = await verifySolution({ ...read, deriveKey, hmacSignatureSecret: await serverKey() })
    if (!verified) return false
    const { nonce, expiresAt } = read.challenge.parameters
    return spendOnce(db, { projectId: project.id, kind: 'captcha', secret: nonce, expiresAt: expiresAt * 1_000 }, now())
  }

  return {
    challenge: async ({ id }) =>
      (await createChallenge({
        ...work,
        deriveKey,
        hmacSignatureSecret: await serverKey(),
        expiresAt: new Date(now() + lifetime),
        data: { project: id },
      })) as CaptchaChallenge,

    requireWhenNear: async ({ project, body: { captcha_token: token }, kept }) => {
      if (!project.adaptiveCaptcha || !kept.some(limit => limit.isNear)) return
      if (token === undefined) refuse('captcha_required')
      if (!(await isProof(project, token))) refuse('captcha_failed')
    },
  }
}
