import { storedDoi } from '../../kit/doi/index.ts'
import { outcomeHeadline, type ReportPageModel, reportPath } from '../../readers/reports/index.ts'
import { exampleReport } from '../../readers/reports/testing/index.ts'
import { readText } from '../../readers/written-text/read-text.ts'

const doi = storedDoi('10.1257/aer.100.2.573')
const paper = {
  doi,
  title: 'Growth in a Time of Debt',
  byline: 'Carmen M. Reinhart, Kenneth S. Rogoff, American Economic Review, 2010',
  href: `/${doi}`,
}
const path = reportPath(doi, exampleReport.sha256)

type Report = Extract<ReportPageModel, { kind: 'report' }>['report']

const full: Report = {
  path,
  address: `https://corroborate.example${path}`,
  problem: `/${doi}/problem`,
  files: {
    bibtex: `${path}.bib`,
    ris: `${path}.ris`,
    csl: `${path}.csl.json`,
    codecheck: `${path}.yml`,
    canonical: `${path}.json`,
  },
  standing: { kind: 'approved', counting: 'counted' },
  outcome: 'partial',
  headline: outcomeHeadline('partial', exampleReport.results),
  name: 'Ada Lovelace',
  reportedOn: '2026-03-14',
  approvedOn: '2026-03-16',
  platform: 'linux',
  environmentDetails: readText('R 4.5.1, Debian 12, 16 GB'),
  approach: readText('Ran the deposited code on the deposited data, then compared every number of Tables 1 and 2.'),
  codeChanges: readText(`One path. See https://example.org/${'x'.repeat(120)}`),
  auditReport: readText(
    'The code runs as published. Tables 1 and 2 come out to the last digit.\n\nFigure 3 and one estimate do not, because five rows of the sheet are left out of an average.',
  ),
  body: 'The code runs as published.',
  reproducibilityPackage: exampleReport.reproducibilityPackage,
  results: exampleReport.results,
  manifest: exampleReport.files,
  sha256: exampleReport.sha256,
  canonicalSha256: 'c4'.repeat(32),
  hasFingerprint: true,
}

/** Pages of reproduction reports: one with all fields, one without files or package, one pending review, and several at one address. */
export const sampleReports: Readonly<Record<string, ReportPageModel>> = {
  full: { kind: 'report', paper, report: full },
  bare: {
    kind: 'report',
    paper,
    report: {
      ...full,
      standing: { kind: 'approved', counting: 'no-material' },
      outcome: 'success',
      headline: outcomeHeadline('success', []),
      name: null,
      codeChanges: null,
      reproducibilityPackage: null,
      results: [],
      manifest: [],
      hasFingerprint: false,
    },
  },
  waiting: {
    kind: 'report',
    paper: { ...paper, title: `${paper.title}, and ${'of everything that comes after it, '.repeat(8)}at last` },
    report: { ...full, standing: { kind: 'waiting' }, approvedOn: null, outcome: 'failed', headline: 'Not reproduced' },
  },
  several: {
    kind: 'several',
    paper,
    name: exampleReport.sha256,
    reports: [false, true].map((isWaiting, index) => ({
      href: `${path}${index}`,
      outcome: 'partial',
      headline: full.headline,
      name: index === 0 ? full.name : null,
      reportedOn: full.reportedOn,
      fingerprint: exampleReport.sha256.slice(0, 9),
      isWaiting,
    })),
  },
}
