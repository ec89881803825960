import type { passwords } from '@corroborate/wire/passwords'
import type { DataOf } from '@corroborate/wire/types'
import type { ProjectSettings } from '../../form/index.ts'

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
