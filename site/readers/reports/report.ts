import type { FileHash } from './manifest.ts'

/** Outcome of a reproduction (SPEC §3). */
export const outcomes = ['success', 'partial', 'failed', 'unclear'] as const
export type Outcome = (typeof outcomes)[number]

export const platforms = ['windows', 'macos', 'linux', 'other'] as const
export type Platform = (typeof platforms)[number]
export const platformNames: Readonly<Record<Platform, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  other: 'Other',
}

/** Comparison of a published with an obtained result. */
export const verdicts = ['same', 'differs', 'unclear'] as const
export type Verdict = (typeof verdicts)[number]

/** A claim, table or figure of the paper with its published and obtained values. */
export type Result = { claim: string; published: string; obtained: string; verdict: Verdict }

/** The most that a report lists, so that it stays within the size of a body. */
export const mostFiles = 200
export const mostResults = 50

/** Content of a report without its author. The canonical form and the fingerprint are computed from it. */
export type ReportContent = {
  doi: string
  /** The hash that the reporter's client gave (SPEC §5): of their package, or random. */
  sha256: string
  status: Outcome
  platform: Platform
  environmentDetails: string
  approach: string
  codeChanges: string | null
  results: readonly Result[]
  auditReport: string
  reproducibilityPackage: string | null
  files: readonly FileHash[]
}

/** True if there is something that the report's SHA-256 can be the hash of; otherwise it is a random identifier (SPEC §5). */
export const hasMaterial = ({
  files,
  reproducibilityPackage,
}: Pick<ReportContent, 'files' | 'reproducibilityPackage'>): boolean =>
  files.length > 0 || reproducibilityPackage !== null
