import type { SitePath } from '../../kit/doi/index.ts'
import type { PaperNamed } from '../../paper/papers/index.ts'
import type { Paragraphs } from '../written-text/index.ts'
import type { Entries } from './entries.ts'
import type { Outcome, Platform, Result } from './report.ts'

/** A report's page: one report, or several that share an address. Everything in it is public, but for what `standing` says. */
export type ReportPageModel =
  | { kind: 'report'; paper: PaperNamed; report: ShownReport }
  | { kind: 'several'; paper: PaperNamed; name: string; reports: readonly ReportLine[] }

/** Whether a public report counts beside the answer, or what it lacks. */
export type Counting = 'counted' | 'no-material' | 'one-approval'

/** A report as its page shows it. */
export type ShownReport = {
  /** Its permanent address, as a path and whole, and where its files are. */
  path: SitePath
  address: string
  /** Where a reader says what is wrong with it. */
  problem: string
  files: { bibtex: string; ris: string; csl: string; codecheck: string; canonical: string }
  /** Where it stands: for its writer and for moderators alone, while it is not approved. */
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
  /** The same as plain text, for what programs read. */
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
  /** Where the report goes, and where drafts are kept. */
  action: string
  drafts: string
  /** The paper's citation as CSL-JSON. */
  citation: string
  signedIn: boolean
  /** User id of the account that the page was made for. */
  reader: string | null
  /** The way in, back to this page. */
  login: string
  /** What the fields begin with: the draft kept in the account, or what was sent and refused, or the account's name and address. */
  entries: Entries
  step: number
  /** When that draft was kept, epoch milliseconds; 0 where there is none. */
  keptAt: number
  /** What was wrong with what was sent, by field. */
  problems: Readonly<Record<string, string>>
}
