import { errorTypes } from '@corroborate/wire/errors'
import type { passwords } from '@corroborate/wire/passwords'
import type { DataOf } from '@corroborate/wire/types'
import { refuse } from '../../../platform/refusal/index.ts'
import type { Project } from '../../../projects/index.ts'
import type { Breaches } from '../breaches/index.ts'
import { normalisePassword } from '../hashing/index.ts'
import { createGrader } from './grader.ts'
import { ludsRequirements } from './luds.ts'
import { leansOn, personalWords } from './personal-words.ts'

/** The answer to `passwords/strength_check`, without the envelope. */
export type Strength = Omit<DataOf<typeof passwords.strengthCheck>, 'request_id' | 'status_code'>

/** Context of the password's account. */
type Asked = { project: Pick<Project, 'name' | 'passwords'>; email?: string | undefined }

export type Judge = {
  /** Rates a password by the project's policy. */
  judge: (password: string, asked: Asked) => Promise<Strength>
  /** @throws Refusal `breached_password` or `weak_password`, with the reason as its message. */
  requireStrong: (password: string, asked: Asked) => Promise<void>
}

/** The minimum of NIST SP 800-63B-4 §3.1.1.2 for a password that is not the only factor, together with zxcvbn's score. */
const shortestPassword = 8
const goodScore = 3

/** One grader for the process: its dictionaries are the same for every project, and its thread ends by itself. */
const grader = createGrader()

export const createJudge = (breaches: Breaches): Judge => {
  const judge: Judge['judge'] = async (typed, { project, email }) => {
    const { policy, ludsComplexity, ludsMinimumCount, breachDetection } = project.passwords
    const password = normalisePassword(typed)
    const length = [...password].length
    const words = personalWords({ email, product: project.name })
    const luds = ludsRequirements(password, {
      complexity: ludsComplexity,
      minimumCount: policy === 'luds' ? ludsMinimumCount : shortestPassword,
    })
    const grade = await grader.grade(password, words)
    const isLong = length >= shortestPassword
    const isPersonal = leansOn(words, password, shortestPassword)
    const isEnough =
      policy === 'luds' ? luds.missing_characters + luds.missing_complexity === 0 : isLong && grade.score >= goodScore
    // Skips the breach service for a password that is rejected anyway.
    const isKnown = isEnough && !isPersonal ? breaches.has : breaches.isListed
    const isBreached = breachDetection && (await isKnown(password))

    const objection = isBreached
      ? errorTypes.breached_password.message
      : isPersonal
        ? 'This password is too similar to your address or to the name of this service.'
        : !isLong
          ? `Use at least ${shortestPassword} characters.`
          : null
    return {
      valid_password: isEnough && objection === null,
      score: objection === null ? grade.score : Math.min(grade.score, goodScore - 1),
      breached_password: isBreached,
      strength_policy: policy,
      breach_detection_on_create: breachDetection,
      feedback: {
        warning: objection ?? grade.warning,
        suggestions: grade.suggestions,
        luds_requirements: luds,
      },
    }
  }

  return {
    judge,
    requireStrong: async (password, asked) => {
      const { valid_password, breached_password, feedback } = await judge(password, asked)
      if (breached_password) refuse('breached_password')
      if (!valid_password) refuse('weak_password', { message: feedback.warning || undefined })
    },
  }
}
