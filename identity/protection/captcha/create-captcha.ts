import { createProofOfWork } from '@corroborate/server-kit/proof-of-work'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
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

  const work = createProofOfWork(serverKey, now)

  const isProof = async (project: Pick<Project, 'id'>, token: string): Promise<boolean> => {
    const solved = await work.read(token, project.id)
    if (solved === null) return false
    const { nonce: secret, expiresAt } = solved
    return spendOnce(db, { projectId: project.id, kind: 'captcha', secret, expiresAt }, now())
  }

  return {
    challenge: async ({ id }) => (await work.challenge(id)) as CaptchaChallenge,

    requireWhenNear: async ({ project, body: { captcha_token: token }, kept }) => {
      if (!project.adaptiveCaptcha || !kept.some(limit => limit.isNear)) return
      if (token === undefined) refuse('captcha_required')
      if (!(await isProof(project, token))) refuse('captcha_failed')
    },
  }
}
