import { errorTypes } from '@corroborate/wire/errors'
import type { passwords } from '@corroborate/wire/passwords'
import type { DataOf } from '@corroborate/wire/types'
import { refuse } from '../../../platform/refusal/refusal.ts'
import type { Project } from '../../../projects/index.ts'
import type { Breaches } from '../breaches/index.ts'
import { normalisePassword } from '../hashing/create-hasher.ts'
import { createGrader } from './grader.ts'

export type LudsRequirements = DataOf<typeof passwords.strengthCheck>['feedback']['luds_requirements']

/**
 * Reports a password's character classes (lowercase, uppercase, digits, symbols) and the missing characters and classes under the policy.
 * Letters of all scripts count; caseless letters count as lowercase. Characters are code points. Pure.
 */
export const ludsRequirements = (
  password: string,
  { complexity, minimumCount }: { complexity: number; minimumCount: number },
): LudsRequirements => {
  const has = {
    has_lower_case: /[\p{Ll}\p{Lo}\p{Lm}]/u.test(password),
    has_upper_case: /[\p{Lu}\p{Lt}]/u.test(password),
    has_digit: /\p{Nd}/u.test(password),
    has_symbol: /[^\p{L}\p{Nd}]/u.test(password),
  }
  const kinds = Object.values(has).filter(Boolean).length
  return {
    ...has,
    missing_characters: Math.max(0, minimumCount - [...password].length),
    missing_complexity: Math.max(0, complexity - kinds),
  }
}

/** Shorter words are part of too many other words. */
const shortest = 4

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Lists words that an attacker would try first for this account: parts of its email address and the product name. Pure. */
export const reservedWords = ({ email, product }: { email?: string | undefined; product: string }): string[] => {
  const [local = '', host = ''] = fold(email ?? '').split('@')
  const parts = (text: string) => text.split(/[^\p{L}\p{N}]/u)
  const words = [
    local,
    ...parts(local),
    parts(local).join(''),
    ...host.split('.').slice(0, -1),
    fold(product),
    ...parts(fold(product)),
    parts(fold(product)).join(''),
  ]
  return [...new Set(words)].filter(word => [...word].length >= shortest).toSorted((a, b) => b.length - a.length)
}

/** True if a password is little more than such words: without them it is shorter than the minimum length. Pure. */
export const leansOn = (words: readonly string[], password: string, shortestPassword: number): boolean => {
  const folded = fold(password)
  if (!words.some(word => folded.includes(word))) return false
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return [...rest].length < shortestPassword
}

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
    const words = reservedWords({ email, product: project.name })
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
