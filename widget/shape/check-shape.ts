import { UsageError } from '../client/index.ts'
import type { Fields, Shape } from './shape.ts'

/**
 * Validates a value's shape; the error names the location and the expected shape. Undefined fields count as missing.
 * @param at location of the value, such as `config`
 * @throws UsageError
 */
export const checkShape = (value: unknown, shape: Shape, at: string): void => {
  if (typeof shape === 'string') {
    const fits = typeof value === shape && value !== null && !Number.isNaN(value)
    if (!fits) throw wrong(at, `must be ${article[shape]}`, value)
  } else if ('oneOf' in shape) {
    if (!shape.oneOf.includes(value as string)) throw wrong(at, `must be one of ${shape.oneOf.join(', ')}`, value)
  } else if ('listOf' in shape) {
    if (!Array.isArray(value)) throw wrong(at, 'must be a list', value)
    for (const [place, item] of value.entries()) checkShape(item, shape.listOf, `${at}[${place}]`)
  } else checkFields(value, shape, at)
}

const article = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
}

const checkFields = (value: unknown, { fields, required = [] }: Fields, at: string): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'must be an object', value)
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (shape === undefined) {
      throw new UsageError(`${at} has no "${name}". It may have: ${Object.keys(fields).join(', ')}.`)
    }
    checkShape(field, shape, `${at}.${name}`)
  }
  for (const name of required) {
    if ((value as Record<string, unknown>)[name] === undefined) throw new UsageError(`${at}.${name} is missing.`)
  }
}

const wrong = (at: string, rule: string, value: unknown): UsageError =>
  new UsageError(`${at} ${rule}, and is ${shown(value)}.`)

const shown = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value)
}
