import { Layout } from '../../kit/browser/index.tsx'
import { doiUrl, storedDoi } from '../../kit/doi/index.ts'
import { dateInWords } from '../../kit/times/index.ts'
import { Shape, ShapeDefinitions } from '../../paper/known/index.tsx'
import { WrittenText } from '../written-text/index.tsx'
import type { ReportPageModel, ShownReport } from './model.ts'
import { outcomeShape } from './outcome-words.ts'
import { Material, Method, ResultTable } from './ReportEvidence.tsx'
import { ReportLines } from './ReportLines.tsx'
import { Fingerprint, Record } from './ReportRecord.tsx'
import { shortHash } from './short-hash.ts'

/** A reproduction report that can be read, printed and cited; or the list of reports that share an address. */
export const ReportPage = ({ model }: { model: ReportPageModel }) => (
  <Layout>
    <ShapeDefinitions />
    {model.kind === 'report' ? (
      <Sheet paper={model.paper} report={model.report} />
    ) : (
      <div className="narrow">
        <p className="eyebrow">Reproduction reports</p>
        <h1>{`${model.reports.length} reports share this address`}</h1>
        <p className="lead">
          {`Their identifiers begin with the same characters, ${model.name.slice(0, shortHash)}. Each report also has an address of its own.`}
        </p>
        <ReportLines reports={model.reports} />
      </div>
    )}
  </Layout>
)

/** The paper, then the result, the method and the material; the fingerprint comes last. */
const Sheet = ({ paper, report }: { paper: ReportPageModel['paper']; report: ShownReport }) => (
  <article className="sheet">
    <div className="sheet-head">
      <ModerationStatus standing={report.standing} />
      <p className="sheet-kind">Reproduction report</p>
      <h1 dir="auto">
        <a href={paper.href}>{paper.title ?? paper.doi}</a>
      </h1>
      <p className="sheet-paper">
        {paper.byline !== '' && `${paper.byline} · `}
        <a href={doiUrl(storedDoi(paper.doi))}>{`https://doi.org/${paper.doi}`}</a>
      </p>
    </div>
    <div className="sheet-body">
      <section className={`sheet-result is-${outcomeShape(report.outcome)}`} aria-labelledby="result">
        <h2 id="result" className="sheet-outcome">
          <Shape kind={outcomeShape(report.outcome)} />
          {report.headline}
        </h2>
        <p className="sheet-by">
          {'Reported by '}
          {report.name === null ? (
            'a former user'
          ) : (
            <>
              <bdi>{report.name}</bdi> (name not verified)
            </>
          )}
          {', '}
          <time dateTime={report.reportedOn}>{dateInWords(report.reportedOn)}</time>
        </p>
        <WrittenText paragraphs={report.auditReport} />
        {report.results.length > 0 && <ResultTable results={report.results} />}
      </section>
      <Method report={report} />
      <Material report={report} />
    </div>
    <Record report={report} />
    {report.hasFingerprint && <Fingerprint report={report} />}
  </article>
)

const ModerationStatus = ({ standing }: { standing: ShownReport['standing'] }) => {
  if (standing.kind === 'approved') return null
  if (standing.kind === 'waiting')
    return <p className="sheet-standing">Pending review. Only you and moderators can see this page.</p>
  return (
    <p className="sheet-standing is-refused">
      {`Rejected by a moderator${standing.why === null ? '' : `: ${standing.why}`}. Only you and moderators can see this page.`}
      {standing.message !== null && <span dir="auto">{` “${standing.message}”`}</span>}
    </p>
  )
}
