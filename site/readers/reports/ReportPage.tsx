import type { ReactNode } from 'react'
import { Island, Layout } from '../../kit/browser/index.tsx'
import { doiUrl, storedDoi } from '../../kit/doi/index.ts'
import { dateInWords } from '../../kit/times/index.ts'
import { Shape, ShapeDefinitions } from '../../paper/known/index.tsx'
import { WrittenText } from '../written-text/index.tsx'
import { CheckFile } from './CheckFile.tsx'
import { CopyHash } from './CopyHash.tsx'
import { fileSize } from './file-size.ts'
import type { Counting, ReportPageModel, ShownReport } from './model.ts'
import { outcomeShape } from './outcome-words.ts'
import { PrintButton } from './PrintButton.tsx'
import { ReportLines } from './ReportLines.tsx'
import { platformNames, type Result } from './report.ts'
import { shortHash } from './short-hash.ts'

/** A report as one would print, sign and cite it; or the reports that share an address. */
export const ReportPage = ({ model }: { model: ReportPageModel }) => (
  <Layout>
    <ShapeDefinitions />
    {model.kind === 'report' ? (
      <Sheet paper={model.paper} report={model.report} />
    ) : (
      <div className="narrow">
        <p className="eyebrow">Reproduction reports</p>
        <h1>{`${model.reports.length} reports have this address`}</h1>
        <p className="lead">
          {`Their SHA-256 begin with the same characters, ${model.name.slice(0, shortHash)}. Each has an address of its own.`}
        </p>
        <ReportLines reports={model.reports} />
      </div>
    )}
  </Layout>
)

const Sheet = ({ paper, report }: { paper: ReportPageModel['paper']; report: ShownReport }) => (
  <article className="sheet">
    <Standing standing={report.standing} />
    <p className="sheet-kind">
      <span>Reproduction report</span>
      <time dateTime={report.reportedOn}>{dateInWords(report.reportedOn)}</time>
    </p>
    <h1 dir="auto">
      <a href={paper.href}>{paper.title ?? paper.doi}</a>
    </h1>
    <p className="sheet-paper">
      {paper.byline !== '' && `${paper.byline} · `}
      <a href={doiUrl(storedDoi(paper.doi))}>{`https://doi.org/${paper.doi}`}</a>
    </p>
    <p className={`sheet-outcome is-${outcomeShape(report.outcome)}`}>
      <Shape kind={outcomeShape(report.outcome)} />
      {report.headline}
    </p>
    <WrittenText paragraphs={report.auditReport} />
    {report.results.length > 0 && <Results results={report.results} />}
    <Details report={report} />
    <Fingerprint report={report} />
    <Island name="check-file" of={CheckFile} props={{ sha256: report.sha256, manifest: report.manifest }} />
    {report.standing.kind === 'approved' && (
      <p className="sheet-problem">
        <a href={report.problem} rel="nofollow">
          Report a problem
        </a>
      </p>
    )}
  </article>
)

const Standing = ({ standing }: { standing: ShownReport['standing'] }) => {
  if (standing.kind === 'approved') return null
  if (standing.kind === 'waiting')
    return <p className="sheet-standing">Waiting for a moderator. Until then only you and moderators see this page.</p>
  return (
    <p className="sheet-standing is-refused">
      {`A moderator has not approved this report${standing.why === null ? '' : `: ${standing.why}`}. Only you and moderators see this page.`}
      {standing.message !== null && <span dir="auto">{` “${standing.message}”`}</span>}
    </p>
  )
}

const verdictWords: Readonly<Record<Result['verdict'], string>> = {
  same: 'same',
  differs: 'differs',
  unclear: 'unclear',
}

const Results = ({ results }: { results: readonly Result[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled with the keyboard, too.
  <section className="sheet-table" tabIndex={0} aria-label="Single results">
    <table>
      <thead>
        <tr>
          <th scope="col">Result</th>
          <th scope="col">Compared</th>
          <th scope="col">Published</th>
          <th scope="col">Obtained</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ claim, published, obtained, verdict }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows stay in their order.
          <tr key={index}>
            <th scope="row" dir="auto">
              {claim}
            </th>
            <td className={`compared is-${verdict}`}>{verdictWords[verdict]}</td>
            <td dir="auto">{published}</td>
            <td dir="auto">{obtained}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Details = ({ report }: { report: ShownReport }) => {
  const { name, platform, environmentDetails, approach, codeChanges, reproducibilityPackage, approvedOn } = report
  return (
    <dl className="sheet-details">
      <Detail term="Reported by">
        {name ?? 'somebody who has since deleted their account'}
        {name !== null && <small> as they give their name</small>}
      </Detail>
      <Detail term="Platform">{platformNames[platform]}</Detail>
      <Detail term="Environment">
        <WrittenText paragraphs={environmentDetails} />
      </Detail>
      <Detail term="Approach">
        <WrittenText paragraphs={approach} />
      </Detail>
      {codeChanges !== null && (
        <Detail term="Code changes">
          <WrittenText paragraphs={codeChanges} />
        </Detail>
      )}
      {reproducibilityPackage !== null && (
        <Detail term="Package">
          <a href={reproducibilityPackage} rel="nofollow ugc noopener noreferrer">
            {reproducibilityPackage}
          </a>
        </Detail>
      )}
      {report.manifest.length > 0 && <Manifest files={report.manifest} />}
      {approvedOn !== null && (
        <Detail term="Approved">
          <time dateTime={approvedOn}>{dateInWords(approvedOn)}</time>
          <small> by a moderator of Corroborate, who has read it and not repeated it</small>
        </Detail>
      )}
      {report.standing.kind === 'approved' && <Detail term="Counted">{countingWords[report.standing.counting]}</Detail>}
    </dl>
  )
}

const countingWords: Readonly<Record<Counting, string>> = {
  counted: 'Yes: its material is public, and two moderators have approved it.',
  'one-approval': 'Not yet: a second moderator has to approve it, too.',
  'no-material': 'No: it names no public material that others could check it with.',
}

const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const Manifest = ({ files }: { files: ShownReport['manifest'] }) => {
  const sizes = files.map(({ size }) => size)
  const all = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  return (
    <Detail term="Files">
      <details className="manifest">
        <summary>{`${files.length === 1 ? '1 file' : `${files.length} files`}${all === null ? '' : `, ${fileSize(all)}`}`}</summary>
        <ul className="file-list">
          {files.map(({ name, size, sha256 }) => (
            <li key={`${name} ${sha256}`}>
              <span className="file-name">{name}</span>
              <span className="file-size">{size === null ? '' : fileSize(size)}</span>
              <code>{sha256}</code>
            </li>
          ))}
        </ul>
      </details>
    </Detail>
  )
}

const Fingerprint = ({ report: { sha256, canonicalSha256, files, path, address } }: { report: ShownReport }) => (
  <section aria-labelledby="fingerprint">
    <h2 id="fingerprint">Fingerprint</h2>
    <p className="fingerprint" id="sha256">
      <b>{sha256.slice(0, shortHash)}</b>
      {sha256.slice(shortHash)}
    </p>
    <div className="sheet-tools">
      <Island name="copy-hash" of={CopyHash} props={{ sha256 }} />
      <Island name="print" of={PrintButton} props={{}} />
      <Downloads files={files} />
    </div>
    <dl className="sheet-details is-fine">
      <Detail term="Declared by">the reporter: the SHA-256 of their package, or a random one</Detail>
      <Detail term="Computed by us">
        <code>{canonicalSha256}</code>
        <small>
          {' the SHA-256 of '}
          <a href={files.canonical}>this report’s canonical form</a>
          {' (RFC 8785)'}
        </small>
      </Detail>
      <Detail term="Address">
        <a href={path}>{address}</a>
      </Detail>
    </dl>
  </section>
)

const Downloads = ({ files }: { files: ShownReport['files'] }) => (
  <details className="disclosure sheet-cite">
    <summary>Cite</summary>
    <ul className="downloads">
      <li>
        <a href={files.bibtex} download="">
          BibTeX
        </a>
      </li>
      <li>
        <a href={files.ris} download="">
          RIS
        </a>
      </li>
      <li>
        <a href={files.csl} download="">
          CSL-JSON
        </a>
      </li>
      <li>
        <a href={files.codecheck} download="">
          codecheck.yml
        </a>
      </li>
    </ul>
  </details>
)
