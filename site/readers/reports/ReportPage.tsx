import { Island, Layout } from '../../kit/browser/index.tsx'
import { doiUrl, storedDoi } from '../../kit/doi/index.ts'
import { formatDate } from '../../kit/times/times.ts'
import { Shape, ShapeDefinitions } from '../../paper/known/index.tsx'
import { WrittenText } from '../written-text/WrittenText.tsx'
import { CopyHash } from './CopyHash.tsx'
import { type Counting, type ReportPageModel, type ShownReport, shortHash } from './model.ts'
import { outcomeShape } from './outcome-words.ts'
import { PrintButton } from './PrintButton.tsx'
import { Detail, Material, Method, ResultTable } from './ReportEvidence.tsx'
import { ReportLines } from './ReportLines.tsx'

const countingWords: Readonly<Record<Counting, string>> = {
  counted: 'Yes. Its material is public, and two moderators have approved it.',
  'one-approval': 'Not yet. A second moderator has to approve it.',
  'no-material': 'No. It links to no public material that others could check.',
}

/** Review status, permanent link and citation of a report. */
const Record = ({ report }: { report: ShownReport }) => {
  const { approvedOn, standing, address, path, files, problem } = report
  return (
    <section className="sheet-record" aria-labelledby="record">
      <h2 id="record">About this report</h2>
      <dl className="sheet-details">
        {approvedOn !== null && (
          <Detail term="Approved">
            <time dateTime={approvedOn}>{formatDate(approvedOn)}</time>{' '}
            <small>by a moderator, who read it but did not rerun it</small>
          </Detail>
        )}
        {standing.kind === 'approved' && <Detail term="Counts as evidence">{countingWords[standing.counting]}</Detail>}
        <Detail term="Permanent link">
          <a href={path}>{address}</a>
        </Detail>
      </dl>
      <div className="sheet-tools">
        <Downloads files={files} />
        <Island name="print" of={PrintButton} props={{}} />
      </div>
      {standing.kind === 'approved' && (
        <p className="sheet-problem">
          <a href={problem} rel="nofollow">
            Report a problem
          </a>
        </p>
      )}
    </section>
  )
}

const Downloads = ({ files }: { files: ShownReport['files'] }) => (
  <details className="disclosure sheet-cite">
    <summary>Cite</summary>
    <ul className="downloads">
      {[
        ['BibTeX', files.bibtex],
        ['RIS', files.ris],
        ['CSL-JSON', files.csl],
        ['codecheck.yml', files.codecheck],
        ['Canonical JSON (RFC 8785)', files.canonical],
      ].map(([format, href]) => (
        <li key={format}>
          <a href={href} download="">
            {format}
          </a>
        </li>
      ))}
    </ul>
  </details>
)

/** The hashes by which the material and the report itself can be verified. */
const Fingerprint = ({ report: { sha256, canonicalSha256, manifest } }: { report: ShownReport }) => (
  <section className="sheet-fingerprint" aria-labelledby="fingerprint">
    <h2 id="fingerprint">Fingerprint</h2>
    <dl className="sheet-details is-fine">
      <Detail term="SHA-256">
        <code id="sha256">{sha256}</code>{' '}
        <small>
          {manifest.length > 0
            ? '(declared by the reporter for these files)'
            : '(declared by the reporter without a list of files: it may be the hash of the package or a random identifier)'}
        </small>
        <Island name="copy-hash" of={CopyHash} props={{ sha256 }} />
      </Detail>
      <Detail term="Canonical form">
        <code>{canonicalSha256}</code> <small>(SHA-256 of this report’s canonical JSON, computed by Corroborate)</small>
      </Detail>
    </dl>
  </section>
)

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
          <time dateTime={report.reportedOn}>{formatDate(report.reportedOn)}</time>
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
