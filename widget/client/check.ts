import { UsageError } from './errors.ts'

type Kind = 'string' | 'number' | 'boolean' | 'object'
/** A trailing `?` lets the value be missing; `id` is a text that may not be empty. */
type Rule = Kind | `${Kind}?` | 'id'

const fits = (value: unknown, rule: Rule): boolean => {
  if (rule === 'id') return typeof value === 'string' && value !== ''
  if (value === undefined) return rule.endsWith('?')
  if (value === null) return false
  if (rule.startsWith('number')) return Number.isFinite(value)
  return typeof value === rule.replace('?', '')
}

const articles = { string: 'a string', number: 'a number', boolean: 'a boolean', object: 'an object' } as const

/**
 * Checks the types of a method's arguments by name; their values are validated by the provider.
 * @throws UsageError that names the method and the first invalid argument
 */
export const check = (method: string, given: unknown, rules: Readonly<Record<string, Rule>>): void => {
  if (typeof given !== 'object' || given === null) throw new UsageError(`${method}: options must be an object.`)
  for (const [name, rule] of Object.entries(rules)) {
    if (fits((given as Record<string, unknown>)[name], rule)) continue
    const kind = rule === 'id' ? 'a string that is not empty' : articles[rule.replace('?', '') as Kind]
    throw new UsageError(`${method}: ${name} must be ${kind}.`)
  }
}

/** The rule of every call that begins or extends a session. */
export const duration = { session_duration_minutes: 'number' } as const
