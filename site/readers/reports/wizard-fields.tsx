import { type ChangeEvent, type ReactNode, useState } from 'react'
import { DropArea } from './DropArea.tsx'
import type { Entries } from './entries.ts'
import { fileSize } from './file-size.ts'
import type { FileHash } from './manifest.ts'
import type { Hashing, ReportFiles } from './use-hashes.ts'

type ChoiceProps<Value extends string> = {
  name: string
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value | ''
  problem: string | undefined
  choose: (value: Value) => void
  /** Side by side, for short labels. */
  inRow?: boolean
}

export const Choice = <Value extends string>({
  name,
  legend,
  options,
  value,
  problem,
  choose,
  inRow,
}: ChoiceProps<Value>) => (
  <fieldset className={`asked choice${inRow ? ' in-row' : ''}`} aria-describedby={problem && `report-${name}-problem`}>
    <legend>{legend}</legend>
    <div className="choice-options">
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => choose(option.value)}
            aria-invalid={problem !== undefined}
          />
          <span>
            {option.label}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
    {problem !== undefined && (
      <p className="problem" id={`report-${name}-problem`}>
        {problem}
      </p>
    )}
  </fieldset>
)

type CodecheckFieldProps = { doi: string; enter: (entries: Partial<Entries>) => void }

/** Prefills from a `codecheck.yml`. Its parser is loaded on demand. */
export const CodecheckField = ({ doi, enter }: CodecheckFieldProps) => {
  const [said, say] = useState('')
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined) return
    const { longestCodecheck, readCodecheck } = await import('./codecheck.ts')
    // In UTF-8 a code unit takes at most three bytes.
    const text = file.size > 3 * longestCodecheck ? null : await file.text()
    if (text === null || text.length > longestCodecheck)
      return say(`This file is too large: the limit is ${longestCodecheck.toLocaleString('en-US')} characters.`)
    const read = readCodecheck(text, doi)
    if (read === null) return say('Not a valid codecheck.yml.')
    const { otherDoi, ...entries } = read
    enter(entries)
    say(
      otherDoi === undefined
        ? 'Loaded. The next steps are filled in from it.'
        : `Loaded, but it names another paper: ${otherDoi}.`,
    )
  }
  return (
    <div className="asked wizard-codecheck needs-script">
      <p className="asked-label">
        codecheck.yml file<span className="optional"> optional</span>
      </p>
      <p className="hint" id="report-codecheck-hint">
        Fills in your name, results, report and link.
      </p>
      <label className="button">
        Choose codecheck.yml
        <input
          type="file"
          accept=".yml,.yaml,application/yaml,text/yaml"
          onChange={event => void choose(event)}
          aria-describedby="report-codecheck-hint"
          aria-label="Choose codecheck.yml"
        />
      </label>
      <p className="hint" role="status">
        {said}
      </p>
    </div>
  )
}

type FieldProps = {
  name: string
  label: string
  hint?: string
  problem: string | undefined
  optional?: boolean
  /** Renders the control with the props that link it to its label, hint and error. */
  children: (tied: Tied) => ReactNode
}

export type Tied = {
  id: string
  name: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** A control with its label, hint and error. */
export const Field = ({ name, label, hint, problem, optional = false, children }: FieldProps) => {
  const id = `report-${name}`
  const described = [hint === undefined ? null : `${id}-hint`, problem === undefined ? null : `${id}-problem`]
  const describedBy = described.filter(part => part !== null).join(' ')
  return (
    <div className="asked">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> optional</span>}
      </label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': problem !== undefined,
      })}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

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
