import type { FileHash } from './manifest.ts'
import type { Outcome, Platform, Result } from './report.ts'

/** Wizard input, all as text. */
export type Entries = {
  auditorName: string
  auditorEmail: string
  platform: Platform | ''
  environmentDetails: string
  approach: string
  codeChanges: string
  status: Outcome | ''
  results: readonly Result[]
  auditReport: string
  reproducibilityPackage: string
  sha256: string
  files: readonly FileHash[]
  /** Names of files that were chosen and are not read to their end. */
  unread: readonly string[]
}

export const noEntries: Entries = {
  auditorName: '',
  auditorEmail: '',
  platform: '',
  environmentDetails: '',
  approach: '',
  codeChanges: '',
  status: '',
  results: [],
  auditReport: '',
  reproducibilityPackage: '',
  sha256: '',
  files: [],
  unread: [],
}

export const emptyResult: Result = { claim: '', published: '', obtained: '', verdict: 'same' }

/** Results of which something was typed. */
export const filledResults = (results: readonly Result[]): Result[] =>
  results.filter(({ claim, published, obtained }) => `${claim}${published}${obtained}`.trim() !== '')
