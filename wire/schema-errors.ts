import type { z } from 'zod'
import type { SchemaErrorEntry } from './envelope.ts'

/** More than users will read, and a limit on responses to hostile bodies. */
const maxEntries = 20

/**
 * Converts zod issues to the contract's format, such as `{ keyword: 'type', dataPath: '.session_duration_minutes', message: 'should be
 * number' }`.
 */
export const schemaErrors = (error: z.core.$ZodError, input: unknown): SchemaErrorEntry[] =>
  firstOfEachPlace(error.issues)
    .slice(0, maxEntries)
    .map(issue => entryOf(issue, input))

// Further issues after a wrong type at the same path are consequences: an empty list in place of a string is also "too short".
const firstOfEachPlace = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const places = new Map<string, z.core.$ZodIssue>()
  for (const issue of issues) {
    const place = JSON.stringify(issue.path)
    if (!places.has(place)) places.set(place, issue)
  }
  return [...places.values()]
}

const entryOf = (issue: z.core.$ZodIssue, input: unknown): SchemaErrorEntry => {
  const last = issue.path.at(-1)
  // A missing key is the fault of the object it is missing from.
  if (typeof last === 'string' && valueAt(input, issue.path) === undefined) {
    const parent = issue.path.slice(0, -1)
    return entry(parent, 'required', `should have required property '${last}'`)
  }
  const [keyword, message] = ruleOf(issue)
  return entry(issue.path, keyword, message)
}

const entry = (path: readonly PropertyKey[], keyword: string, message: string): SchemaErrorEntry => {
  const dataPath = path.map(dataPathStep).join('')
  const schemaPath = path.map(key => (typeof key === 'number' ? '/items' : `/properties/${String(key)}`)).join('')
  return { keyword, dataPath, schemaPath: `#${schemaPath}/${keyword}`, message }
}

const dataPathStep = (key: PropertyKey): string => {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

const ruleOf = (issue: z.core.$ZodIssue): [keyword: string, message: string] => {
  switch (issue.code) {
    case 'invalid_type':
      return ['type', `should be ${jsonType(issue.expected)}`]
    case 'invalid_value':
      return ['enum', 'should be equal to one of the allowed values']
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'invalid_format':
      return ['format', `should match format ${issue.format}`]
    case 'unrecognized_keys':
      return ['additionalProperties', 'should NOT have additional properties']
    case 'invalid_union':
      return ['anyOf', 'should match some schema in anyOf']
    case 'custom':
      return [typeof issue.params?.keyword === 'string' ? issue.params.keyword : 'value', issue.message]
    default:
      return ['value', 'should be valid']
  }
}

const jsonType = (expected: string): string => {
  if (expected === 'int') return 'integer'
  return expected === 'record' ? 'object' : expected
}

const tooBig = (origin: string, limit: number): [string, string] => {
  if (origin === 'string') return ['maxLength', `should NOT be longer than ${limit} characters`]
  if (origin === 'array') return ['maxItems', `should NOT have more than ${limit} items`]
  return ['maximum', `should be <= ${limit}`]
}

const tooSmall = (origin: string, limit: number): [string, string] => {
  if (origin === 'string') return ['minLength', `should NOT be shorter than ${limit} characters`]
  if (origin === 'array') return ['minItems', `should NOT have fewer than ${limit} items`]
  return ['minimum', `should be >= ${limit}`]
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
