import { maxLength } from '@corroborate/wire/limits'
import type { passwords } from '@corroborate/wire/passwords'
import type { DataOf } from '@corroborate/wire/types'
import { useEffect, useState } from 'react'
import { fill, type ProjectSettings, useNewest, useWidget } from '../../form/index.ts'
import { useTexts } from './send-password.ts'

export type Strength = DataOf<typeof passwords.strengthCheck>

/** One line of the LUDS list. Before something is typed, it counts as neither met nor missing. */
export type Requirement = { rule: 'length' | 'kinds'; n: number; standing: 'open' | 'met' | 'missing' }

type Known = {
  /** Characters typed, as code points. */
  length: number
  strength: Pick<Strength, 'feedback'> | null
  /** The project's numbers; null while they are not known. */
  config: ProjectSettings['passwordConfig']
}

/**
 * Returns the LUDS policy's requirements. If the project's numbers are unknown they are derived from the missing ones, and a met rule has
 * no line.
 */
export const requirementsOf = ({ length, strength, config }: Known): readonly Requirement[] => {
  const luds = strength?.feedback.luds_requirements
  const has = luds && [luds.has_lower_case, luds.has_upper_case, luds.has_digit, luds.has_symbol].filter(Boolean).length
  const line = (
    rule: Requirement['rule'],
    configured: number | undefined,
    missing: number | undefined,
    present = 0,
  ): readonly Requirement[] => {
    const n = configured ?? (missing ? present + missing : undefined)
    if (n === undefined) return []
    return [{ rule, n, standing: missing === undefined ? 'open' : missing === 0 ? 'met' : 'missing' }]
  }
  return [
    ...line('length', config?.ludsMinimumCount, luds?.missing_characters, length),
    ...line('kinds', config?.ludsComplexity, luds?.missing_complexity, has),
  ]
}

/** Debounce before the provider is queried, in ms. */
const pause = 250

export type StrengthCheck = {
  /** The latest answer, which stays on show while a newer one is awaited; null before the first. */
  strength: Strength | null
  /** Error of the current query. */
  failure: string | undefined
  /** True if the current password is graded and acceptable. */
  isValid: boolean
  retry: () => void
}

type Outcome = { of: string; strength: Strength | null; failure?: string }

/**
 * Strength of the password in a field, queried once typing pauses. Only the response for the current value counts.
 * @param email of the account if known, which the provider compares with the password
 */
export const useStrength = (password: string, email?: string): StrengthCheck => {
  const { client, explain } = useWidget()
  const { passwordStrength: words } = useTexts()
  const [outcome, setOutcome] = useState<Outcome>(unasked)
  const [attempt, setAttempt] = useState(0)
  // Not among the effect's dependencies, because they change with every change of the widget.
  const newest = useNewest({ words, explain })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same question again.
  useEffect(() => {
    if (password === '') return setOutcome(unasked)
    if (password.length > maxLength.password) {
      const failure = fill(newest.current.words.tooLong, { n: maxLength.password })
      return setOutcome({ of: password, strength: null, failure })
    }
    let isCurrent = true
    const settle = (outcome: Omit<Outcome, 'of'>): void => setOutcome({ of: password, ...outcome })
    const ask = async (): Promise<void> => {
      try {
        const strength = await client.passwords.strengthCheck({ password, ...(email && { email }) })
        if (isCurrent) settle({ strength })
      } catch (error) {
        if (isCurrent) settle({ strength: null, failure: newest.current.explain(error) })
      }
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, email, password, attempt])

  const isOfThis = outcome.of === password
  return {
    strength: outcome.strength,
    failure: isOfThis ? outcome.failure : undefined,
    isValid: isOfThis && outcome.strength?.valid_password === true,
    retry: () => setAttempt(attempt + 1),
  }
}

const unasked: Outcome = { of: '', strength: null }
