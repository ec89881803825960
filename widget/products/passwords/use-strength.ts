import { maxLength } from '@corroborate/wire/limits'
import { useEffect, useState } from 'react'
import { fill, useNewest, useWidget } from '../../form/index.ts'
import type { Strength } from './requirements.ts'
import { useTexts } from './use-texts.ts'

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
