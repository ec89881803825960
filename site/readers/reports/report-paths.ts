import { type Doi, paths, type SitePath } from '../../kit/doi/index.ts'
import { shortHash } from './short-hash.ts'

/** The permanent address of a report, by the hash that its client gave. */
export const reportPath = (doi: Doi, sha256: string): SitePath => paths.report(doi, sha256.slice(0, shortHash))

type Named = { id: string; sha256: string; canonicalSha256: string }

/** The address of each of some reports on a paper that leads to it alone, by its name among them. */
export const addressAmong = (doi: Doi, among: readonly Named[]): ((report: Named) => string) => {
  const nameOf = nameAmong(among)
  return report => paths.report(doi, nameOf(report))
}

/**
 * The shortest name of each of some reports that no other has: the first nine of the given hash, or of ours, or all of either; where two
 * people have reported the very same of the same files, the id.
 */
export const nameAmong = (among: readonly Named[]): ((report: Named) => string) => {
  const names = new Map<string, Set<string>>()
  for (const { id, sha256, canonicalSha256 } of among)
    for (const name of namesOf(sha256, canonicalSha256)) names.set(name, (names.get(name) ?? new Set()).add(id))
  return ({ id, sha256, canonicalSha256 }) =>
    namesOf(sha256, canonicalSha256).find(name => names.get(name)?.size === 1) ?? id
}

const namesOf = (sha256: string, canonicalSha256: string): string[] => [
  sha256.slice(0, shortHash),
  canonicalSha256.slice(0, shortHash),
  sha256,
  canonicalSha256,
]

/** The forms in which a report can be downloaded, by the end of the address. */
export const reportFiles = {
  bibtex: '.bib',
  ris: '.ris',
  csl: '.csl.json',
  codecheck: '.yml',
  canonical: '.json',
} as const
export type ReportFile = keyof typeof reportFiles

/** Parses the path after `audit/`: the report, and its file format or null for the page. */
export const readReportName = (rest: string): { name: string; file: ReportFile | null } => {
  const found = (Object.keys(reportFiles) as ReportFile[]).find(file => rest.endsWith(reportFiles[file]))
  return found === undefined
    ? { name: rest, file: null }
    : { name: rest.slice(0, -reportFiles[found].length), file: found }
}
