import type { ChangeEvent } from 'react'
import { DropArea } from './DropArea.tsx'
import { fileSize } from './file-size.ts'
import type { FileHash } from './manifest.ts'
import type { ReportFiles } from './use-fingerprint.ts'
import type { Hashing } from './use-hashes.ts'

type Props = { files: readonly FileHash[]; reading: ReportFiles }

/** Package files, which are read locally and never uploaded; only names, sizes and hashes are sent. */
export const FilesField = ({ files, reading: { hashing, choose: take, remove, stop } }: Props) => {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <div className="asked">
      <p className="asked-label" id="report-files-label">
        Files<span className="optional"> optional</span>
      </p>
      <p className="hint" id="report-files-hint">
        Files are not uploaded. Only names, sizes and SHA-256 hashes are sent, so that others can verify their copies.
      </p>
      <DropArea take={take}>
        <label className="button">
          Choose files
          <input
            type="file"
            multiple
            onChange={choose}
            aria-describedby="report-files-hint"
            aria-label="Choose files"
          />
        </label>
        <span>or drop them here</span>
      </DropArea>
      <div aria-live="polite">
        {hashing.length > 0 && <HashingList hashing={hashing} stop={stop} />}
        {files.length > 0 && <p className="hint">{files.length === 1 ? '1 file' : `${files.length} files`}</p>}
      </div>
      <ul className="file-list">
        {files.map(({ name, size, sha256 }) => (
          <li key={name}>
            <span className="file-name">{name}</span>
            <span className="file-size">{size === null ? '' : fileSize(size)}</span>
            <code title={sha256}>{sha256.slice(0, 9)}…</code>
            <button type="button" className="as-link" onClick={() => remove(name)} aria-label={`Remove ${name}`}>
              Remove
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const HashingList = ({ hashing, stop }: { hashing: readonly Hashing[]; stop: () => void }) => (
  <>
    <ul className="file-list">
      {hashing.map(({ name, size, done, failed }) => (
        <li key={name}>
          <span className="file-name">{name}</span>
          {failed ? (
            <span className="problem">Could not be read. Choose it again.</span>
          ) : (
            <progress max={size || 1} value={done} aria-label={`Reading ${name}`} />
          )}
        </li>
      ))}
    </ul>
    <button type="button" className="as-link" onClick={stop}>
      {hashing.every(({ failed }) => failed) ? 'Dismiss' : 'Stop'}
    </button>
  </>
)
