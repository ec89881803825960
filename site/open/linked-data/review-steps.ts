import type { KnownFact } from '../../paper/known/index.ts'
import type { ListedReport } from '../../readers/reports/index.ts'
import type { ReviewStep } from './docmap.ts'

/** Returns a paper's review steps: published replications, as on its page, and each public report. `addressOf`: a report's path. */
export const reviewSteps = ({
  facts,
  reports,
  addressOf,
  origin,
}: {
  facts: readonly KnownFact[]
  reports: readonly ListedReport[]
  addressOf: (report: ListedReport) => string
  origin: string
}): ReviewStep[] => [
  ...facts
    .filter(({ group }) => group === 'attempt')
    .map(
      ({ date, doi, href }): ReviewStep => ({
        kind: 'attempt',
        by: null,
        date,
        doi,
        href: href === null ? null : new URL(href, origin).href,
      }),
    ),
  ...reports.map(
    (report): ReviewStep => ({
      kind: 'report',
      by: report.name,
      date: new Date(report.createdAt).toISOString().slice(0, 10),
      doi: null,
      href: `${origin}${addressOf(report)}`,
    }),
  ),
]
