import { type ChangeEvent, useState } from 'react'
import type { Entries } from './entries.ts'

type Props = { doi: string; enter: (entries: Partial<Entries>) => void }

/** Prefills from a `codecheck.yml`. Its parser is loaded on demand. */
export const CodecheckField = ({ doi, enter }: Props) => {
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
        A codecheck.yml<span className="optional"> optional</span>
      </p>
      <p className="hint" id="report-codecheck-hint">
        Optional. Fills in your name, results, report and link.
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
