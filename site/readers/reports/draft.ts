import { type Entries, noEntries } from './entries.ts'
import { isMailAddress } from './is-mail-address.ts'
import { type FileHash, readManifest } from './manifest.ts'
import { outcomes, platforms, type Result, verdicts } from './report.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses the form without script, which has a field for each part of a result, and lists files as `sha256sum` does. Empty fields count as
 * absent; `hashOf` computes the SHA-256 that a script would have: that of the files, or a random one (SPEC §5).
 */
export const readFormFields = (form: Fields, hashOf: (files: readonly FileHash[]) => string): Fields => {
  const { manifest, resultClaim, resultPublished, resultObtained, resultVerdict, ...rest } = form
  const at = (field: unknown, index: number): unknown => formFieldsListOf(field)[index]
  const results = formFieldsListOf(resultClaim)
    .map((claim, index) => ({
      claim,
      published: at(resultPublished, index) ?? '',
      obtained: at(resultObtained, index) ?? '',
      verdict: at(resultVerdict, index) ?? 'unclear',
    }))
    .filter(({ claim, published, obtained }) => [claim, published, obtained].some(text => String(text).trim() !== ''))
  const files = typeof manifest === 'string' ? readManifest(manifest) : []
  return {
    ...rest,
    sha256: rest.sha256 === undefined || rest.sha256 === '' ? hashOf(files) : rest.sha256,
    ...(results.length > 0 && { results }),
    ...(typeof manifest === 'string' && { files }),
  }
}

const formFieldsListOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

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

export type StepProps = {
  entries: Entries
  problems: Problems
  enter: (entries: Partial<Entries>) => void
  /** True once hydrated; without script the step is part of one long form. */
  live: boolean
}

/** Draft of a report. `at` in epoch ms. */
export type Draft = { at: number; step: number; entries: Entries }

/** A kept text → the draft it is; null when it makes no sense. */
export const readDraftText = (text: string | null): Draft | null => {
  if (text === null) return null
  try {
    return draftOf(JSON.parse(text))
  } catch {
    return null
  }
}

/** Parses a stored draft; null if invalid. Fields are restricted to displayable values. */
export const draftOf = (kept: unknown): Draft | null => {
  if (!isRecord(kept) || !isRecord(kept.entries)) return null
  const { at, step, entries } = kept
  return {
    at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
    step: typeof step === 'number' && Number.isInteger(step) ? Math.max(0, Math.min(step, lastStep)) : 0,
    entries: readEntries(entries),
  }
}

/** Anything → entries: fields of another type are empty. */
export const readEntries = (from: Readonly<Record<string, unknown>>): Entries => {
  const text = (field: keyof Entries): string => textOf(from[field])
  return {
    ...noEntries,
    auditorName: text('auditorName'),
    auditorEmail: text('auditorEmail'),
    platform: platforms.find(platform => platform === from.platform) ?? '',
    environmentDetails: text('environmentDetails'),
    approach: text('approach'),
    codeChanges: text('codeChanges'),
    status: outcomes.find(outcome => outcome === from.status) ?? '',
    results: listOf(from.results).map(
      (row): Result => ({
        claim: textOf(row.claim),
        published: textOf(row.published),
        obtained: textOf(row.obtained),
        verdict: verdicts.find(verdict => verdict === row.verdict) ?? 'unclear',
      }),
    ),
    auditReport: text('auditReport'),
    reproducibilityPackage: text('reproducibilityPackage'),
    sha256: text('sha256'),
    files: listOf(from.files).map(({ name, size, sha256 }) => ({
      name: textOf(name),
      size: typeof size === 'number' ? size : null,
      sha256: textOf(sha256),
    })),
    unread: Array.isArray(from.unread) ? from.unread.filter(name => typeof name === 'string') : [],
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])
