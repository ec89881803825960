import { formatDate } from '../../kit/times/times.ts'
import { Shape } from '../../paper/known/index.tsx'
import type { ReportLine } from './model.ts'
import { outcomeShape } from './outcome-words.ts'

/** List of reports: outcome, reporter, date and hash. */
export const ReportLines = ({ reports }: { reports: readonly ReportLine[] }) => (
  <ol className="report-lines">
    {reports.map(({ href, outcome, headline, name, reportedOn, fingerprint, isWaiting }) => (
      <li key={href}>
        <a className={`report-outcome is-${outcomeShape(outcome)}`} href={href}>
          <Shape kind={outcomeShape(outcome)} />
          {headline}
        </a>
        <p>
          {name ?? 'A deleted account'}
          {' · '}
          <time dateTime={reportedOn}>{formatDate(reportedOn)}</time>
          {' · '}
          <code>{fingerprint}</code>
          {isWaiting && ' · waiting for a moderator'}
        </p>
      </li>
    ))}
  </ol>
)
