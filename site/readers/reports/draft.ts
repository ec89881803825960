import { type Entries, noEntries } from './entries.ts'
import { outcomes, platforms, type Result, verdicts } from './report.ts'
import { lastStep } from './steps.ts'

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
