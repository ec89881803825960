import type { StepProps } from './draft.ts'
import { emptyResult } from './entries.ts'
import { mostResults, type Result } from './report.ts'
import { Choice, Field } from './wizard-fields.tsx'

const outcomeOptions = [
  { value: 'success', label: 'Reproduced', hint: 'The published results were obtained.' },
  { value: 'partial', label: 'Partly reproduced', hint: 'Some results were obtained, others were not.' },
  {
    value: 'failed',
    label: 'Not reproduced',
    hint: 'Different results were obtained, or the analysis could not be run.',
  },
  { value: 'unclear', label: 'Unclear', hint: 'The available material does not allow a conclusion.' },
] as const

export const ResultsStep = ({ entries, problems, enter, live }: StepProps) => (
  <>
    <Choice
      name="status"
      legend="Outcome"
      options={outcomeOptions}
      value={entries.status}
      problem={problems.status}
      choose={status => enter({ status })}
    />
    <ResultRows
      results={entries.results}
      problem={problems.results}
      change={results => enter({ results })}
      live={live}
    />
    <Field
      name="auditReport"
      label="Report"
      hint="Your results and your interpretation."
      problem={problems.auditReport}
    >
      {tied => (
        <textarea
          {...tied}
          rows={8}
          value={entries.auditReport}
          onChange={event => enter({ auditReport: event.currentTarget.value })}
          maxLength={15_000}
          required
        />
      )}
    </Field>
  </>
)

/** A form without script has so many rows to fill in. */
const plainRows = 4

type RowsProps = {
  results: readonly Result[]
  problem: string | undefined
  change: (results: Result[]) => void
  live: boolean
}

/** A row for each claim, table or figure: published value beside obtained value. */
const ResultRows = ({ results, problem, change, live }: RowsProps) => {
  const fewest = live ? 1 : Math.max(plainRows, results.length)
  const rows = [...results, ...Array.from({ length: Math.max(0, fewest - results.length) }, () => emptyResult)]
  const set = (index: number, part: Partial<Result>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <fieldset className="asked result-rows" aria-describedby={problem && 'report-results-problem'}>
      <legend>
        Individual results<span className="optional"> optional</span>
      </legend>
      <p className="hint">One claim, table or figure per row.</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what is at its place.
        <div className="result-row" key={index}>
          <ResultFields row={row} index={index} set={part => set(index, part)} />
          {live && rows.length > 1 && (
            <button
              type="button"
              className="as-link"
              onClick={() => change(rows.filter((_, at) => at !== index))}
              aria-label={`Remove result ${index + 1}`}
            >
              Remove
            </button>
          )}
        </div>
      ))}
      {problem !== undefined && (
        <p className="problem" id="report-results-problem">
          {problem}
        </p>
      )}
      {live && rows.length < mostResults && (
        <button type="button" onClick={() => change([...rows, emptyResult])}>
          Add a result
        </button>
      )}
    </fieldset>
  )
}

type FieldsProps = { row: Result; index: number; set: (part: Partial<Result>) => void }

const ResultFields = ({ row, index, set }: FieldsProps) => {
  const id = (field: string) => `report-result-${index}-${field}`
  const text = (field: 'claim' | 'published' | 'obtained', name: string, label: string) => (
    <div className={`result-${field}`}>
      <label htmlFor={id(field)}>{label}</label>
      <input
        id={id(field)}
        name={name}
        value={row[field]}
        onChange={event => set({ [field]: event.currentTarget.value })}
        maxLength={300}
        autoComplete="off"
      />
    </div>
  )
  return (
    <>
      {text('claim', 'resultClaim', 'Result')}
      {text('published', 'resultPublished', 'Published')}
      {text('obtained', 'resultObtained', 'Obtained')}
      <div className="result-verdict">
        <label htmlFor={id('verdict')}>Compared</label>
        <select
          id={id('verdict')}
          name="resultVerdict"
          value={row.verdict}
          onChange={event => set({ verdict: event.target.value as Result['verdict'] })}
        >
          <option value="same">same</option>
          <option value="differs">differs</option>
          <option value="unclear">unclear</option>
        </select>
      </div>
    </>
  )
}
