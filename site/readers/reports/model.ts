import type { SitePath } from '../../kit/doi/index.ts'
import type { PaperNamed } from '../../paper/papers/index.ts'
import type { Paragraphs } from '../written-text/text-part.ts'
import type { Entries } from './entries.ts'
import type { Outcome, Platform, Result } from './report.ts'

/** So many characters of its SHA-256 are in a report's address (SPEC §9). */
export const shortHash = 9

/** Page of a report, or of several with the same URL. Public except for `standing`. */
export type ReportPageModel =
  | { kind: 'report'; paper: PaperNamed; report: ShownReport }
  | { kind: 'several'; paper: PaperNamed; name: string; reports: readonly ReportLine[] }

/** Reason why a public report does not count beside the status, or `counted`. */
export type Counting = 'counted' | 'no-material' | 'one-approval'

/** A report as its page shows it. */
export type ShownReport = {
  /** Its permanent address, as a path and whole, and where its files are. */
  path: SitePath
  address: string
  /** URL to report a problem. */
  problem: string
  files: { bibtex: string; ris: string; csl: string; codecheck: string; canonical: string }
  /** Moderation status, shown only to the author and moderators before approval. */
  standing:
    | { kind: 'approved'; counting: Counting }
    | { kind: 'waiting' }
    | { kind: 'refused'; why: string | null; message: string | null }
  outcome: Outcome
  headline: string
  /** Null when its writer has deleted their account. */
  name: string | null
  /** ISO 8601 dates. */
  reportedOn: string
  approvedOn: string | null
  platform: Platform
  environmentDetails: Paragraphs
  approach: Paragraphs
  codeChanges: Paragraphs | null
  auditReport: Paragraphs
  /** Plain text version, for API clients. */
  body: string
  reproducibilityPackage: string | null
  results: readonly Result[]
  manifest: readonly { name: string; size: number | null; sha256: string }[]
  sha256: string
  canonicalSha256: string
  /** True if the report has files or a package: without both its SHA-256 is a random identifier, and stands for nothing. */
  hasFingerprint: boolean
}

/** A report in a list. */
export type ReportLine = {
  href: string
  outcome: Outcome
  headline: string
  name: string | null
  reportedOn: string
  /** The beginning of the name in its address: another one than theirs where others share the beginning of its hash. */
  fingerprint: string
  /** Only its writer and moderators see it yet. */
  isWaiting: boolean
}

/** All approved reports on a paper. */
export type ReportsPageModel = { paper: PaperNamed; reports: readonly ReportLine[] }

/** The wizard's page. */
export type ReproducePageModel = {
  paper: PaperNamed
  wizard: WizardProps
}

export type WizardProps = {
  doi: string
  paperTitle: string | null
  /** Submit URL, and URL of drafts. */
  action: string
  drafts: string
  /** The paper's citation as CSL-JSON. */
  citation: string
  signedIn: boolean
  /** User id of the account that the page was made for. */
  reader: string | null
  /** Login URL that returns to this page. */
  login: string
  /** Initial values: the account's draft, rejected input, or the account's name and address. */
  entries: Entries
  step: number
  /** Time of the draft in epoch ms; 0 for none. */
  keptAt: number
  problems: Readonly<Record<string, string>>
}
