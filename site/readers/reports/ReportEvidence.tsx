import type { ReactNode } from 'react'
import { Island } from '../../kit/browser/index.tsx'
import { WrittenText } from '../written-text/WrittenText.tsx'
import { CheckFile } from './CheckFile.tsx'
import { fileSize } from './file-size.ts'
import type { ShownReport } from './model.ts'
import { platformNames, type Result } from './report.ts'

const verdictWords: Readonly<Record<Result['verdict'], string>> = {
  same: 'same',
  differs: 'differs',
  unclear: 'unclear',
}

/** Each published result beside the one obtained. */
export const ResultTable = ({ results }: { results: readonly Result[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled with the keyboard, too.
  <section className="sheet-table" tabIndex={0} aria-label="Results compared">
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

/** Method of a report: code, platform and environment. */
export const Method = ({
  report: { platform, environmentDetails, approach, codeChanges },
}: {
  report: ShownReport
}) => (
  <section aria-labelledby="method">
    <h2 id="method">Method</h2>
    <dl className="sheet-details">
      <Detail term="Approach">
        <WrittenText paragraphs={approach} />
      </Detail>
      {codeChanges !== null && (
        <Detail term="Code changes">
          <WrittenText paragraphs={codeChanges} />
        </Detail>
      )}
      <Detail term="Platform">{platformNames[platform]}</Detail>
      <Detail term="Environment">
        <WrittenText paragraphs={environmentDetails} />
      </Detail>
    </dl>
  </section>
)

/** The package and files that others can check the report with, and a way to compare a file of their own. */
export const Material = ({ report }: { report: ShownReport }) => {
  const { reproducibilityPackage, manifest, sha256, hasFingerprint } = report
  return (
    <section aria-labelledby="material">
      <h2 id="material">Material</h2>
      {!hasFingerprint && <p className="sheet-none">No files or package were provided with this report.</p>}
      {hasFingerprint && (
        <dl className="sheet-details">
          {reproducibilityPackage !== null && (
            <Detail term="Package">
              <a href={reproducibilityPackage} rel="nofollow ugc noopener noreferrer">
                {reproducibilityPackage}
              </a>
            </Detail>
          )}
          {manifest.length > 0 && <Manifest files={manifest} />}
        </dl>
      )}
      {hasFingerprint && <Island name="check-file" of={CheckFile} props={{ sha256, manifest }} />}
    </section>
  )
}

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

/** One row of a list of terms. */
export const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
