import type { Entries } from './entries.ts'
import { isMailAddress } from './is-mail-address.ts'

/** The steps of the wizard (SPEC §2), in order. */
export const steps = ['intro', 'basics', 'environment', 'methods', 'results', 'artifacts', 'final'] as const
export type Step = (typeof steps)[number]

export const lastStep = steps.length - 1

export const stepNames: Readonly<Record<Step, string>> = {
  intro: 'Before you begin',
  basics: 'You',
  environment: 'Environment',
  methods: 'Methods',
  results: 'Results',
  artifacts: 'Artifacts',
  final: 'Review',
}

const fields: Readonly<Record<Step, readonly (keyof Entries)[]>> = {
  intro: [],
  basics: ['auditorName', 'auditorEmail'],
  environment: ['platform', 'environmentDetails'],
  methods: ['approach', 'codeChanges'],
  results: ['status', 'results', 'auditReport'],
  artifacts: ['reproducibilityPackage', 'sha256', 'files'],
  final: [],
}

/** SPEC §5. */
const required: ReadonlySet<keyof Entries> = new Set<keyof Entries>([
  'auditorName',
  'auditorEmail',
  'platform',
  'environmentDetails',
  'approach',
  'status',
  'auditReport',
])

export type Problems = Readonly<Partial<Record<keyof Entries, string>>>

/** Returns a step's validation errors by field; empty if valid. */
export const problemsOf = (step: Step, entries: Entries): Problems => {
  const problems: Partial<Record<keyof Entries, string>> = {}
  for (const field of fields[step]) {
    const problem = problemWith(field, entries)
    if (problem !== null) problems[field] = problem
  }
  return problems
}

/** The first step that something is wrong with; null when the report can be sent. */
export const firstProblem = (entries: Entries): number | null => {
  const index = steps.findIndex(step => Object.keys(problemsOf(step, entries)).length > 0)
  return index === -1 ? null : index
}

/** Returns the step of a field rejected by the server; the last one for unknown fields. */
export const stepOfField = (field: string): number => {
  const index = steps.findIndex(step => (fields[step] as readonly string[]).includes(field))
  return index === -1 ? lastStep : index
}

const problemWith = (field: keyof Entries, entries: Entries): string | null => {
  const value = entries[field]
  if (typeof value === 'string') {
    const text = value.trim()
    if (text === '') return required.has(field) ? 'This field is required' : null
    if (field === 'auditorEmail' && !isMailAddress(text)) return 'Invalid email address'
    if (field === 'reproducibilityPackage' && !isWebAddress(text)) return 'Enter a URL that begins with https://'
    if (field === 'sha256' && !/^[\da-f]{64}$/i.test(text)) return 'A SHA-256 has 64 hexadecimal digits'
    return null
  }
  if (field !== 'results') return null
  const unnamed = entries.results.some(
    ({ claim, ...rest }) => claim.trim() === '' && `${rest.published}${rest.obtained}`.trim() !== '',
  )
  return unnamed ? 'Name each result' : null
}

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
}
