import { Island } from '../../kit/browser/index.tsx'
import { dateInWords } from '../../kit/times/index.ts'
import { CopyHash } from './CopyHash.tsx'
import type { Counting, ShownReport } from './model.ts'
import { PrintButton } from './PrintButton.tsx'
import { Detail } from './ReportEvidence.tsx'

const countingWords: Readonly<Record<Counting, string>> = {
  counted: 'Yes. Its material is public, and two moderators have approved it.',
  'one-approval': 'Not yet. A second moderator has to approve it.',
  'no-material': 'No. It links to no public material that others could check.',
}

/** Review status, permanent link and citation of a report. */
export const Record = ({ report }: { report: ShownReport }) => {
  const { approvedOn, standing, address, path, files, problem } = report
  return (
    <section className="sheet-record" aria-labelledby="record">
      <h2 id="record">About this report</h2>
      <dl className="sheet-details">
        {approvedOn !== null && (
          <Detail term="Approved">
            <time dateTime={approvedOn}>{dateInWords(approvedOn)}</time>{' '}
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
export const Fingerprint = ({ report: { sha256, canonicalSha256, manifest } }: { report: ShownReport }) => (
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
