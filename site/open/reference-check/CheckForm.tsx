import { type DragEvent, useRef, useState } from 'react'
import { sendBibliography } from './browser/send-bibliography.ts'
import { CheckResult } from './CheckResult.tsx'
import type { Progress, Result } from './model.ts'
import { Raised } from './Raised.tsx'

type State =
  | { kind: 'form'; problem: string | null }
  | { kind: 'running'; progress: Progress | null }
  | { kind: 'done'; text: string; result: Result }

/** Upload form with one drop zone. With script it shows progress and the result in place. */
export const CheckForm = ({ action, text, problem }: { action: string; text: string; problem: string | null }) => {
  const [state, setState] = useState<State>({ kind: 'form', problem })
  const [file, setFile] = useState<string | null>(null)
  const chosen = useRef<HTMLInputElement>(null)
  if (state.kind === 'done')
    return (
      <CheckResult
        action={action}
        text={state.text}
        result={state.result}
        raised={<Raised rows={state.result.raised} />}
      />
    )

  const send = async (form: HTMLFormElement) => {
    setState({ kind: 'running', progress: null })
    const outcome = await sendBibliography(action, new FormData(form), progress =>
      setState({ kind: 'running', progress }),
    )
    setState(outcome.kind === 'done' ? outcome : { kind: 'form', problem: outcome.sentence })
  }
  /** A file that is dropped anywhere on the box is chosen; text falls where it is dropped. */
  const drop = (event: DragEvent) => {
    const { files } = event.dataTransfer
    if (files.length === 0 || chosen.current === null) return
    event.preventDefault()
    chosen.current.files = files
    setFile(files[0]?.name ?? null)
  }
  const isRunning = state.kind === 'running'
  const said = state.kind === 'form' ? state.problem : null
  return (
    <form
      className="check-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      onSubmit={event => {
        event.preventDefault()
        if (!isRunning) void send(event.currentTarget)
      }}
      onDragOver={event => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={drop}
    >
      <div className="check-box">
        <textarea
          name="text"
          aria-label="References"
          aria-describedby="check-said"
          aria-invalid={said !== null}
          defaultValue={text}
          placeholder="BibTeX, RIS, a list of references, DOIs, one after another"
          spellCheck={false}
        />
        <div className="check-foot">
          <p>
            .bib .ris .json .xml .nbib .docx .odt .txt
            <br />
            Up to 5,000 references, 8 MB
          </p>
          <label className="button check-choose">
            <span className="check-chosen">{file ?? 'Choose a file'}</span>
            <input
              ref={chosen}
              type="file"
              name="file"
              accept=".bib,.ris,.json,.xml,.nbib,.docx,.odt,.txt"
              onChange={event => setFile(event.target.files?.[0]?.name ?? null)}
            />
          </label>
          <button type="submit" className="main" aria-disabled={isRunning}>
            {isRunning ? 'Checking…' : 'Check'}
          </button>
        </div>
      </div>
      <div id="check-said" aria-live="polite">
        {said !== null && <p className="problem">{said}</p>}
        {isRunning && <Running progress={state.progress} />}
      </div>
    </form>
  )
}

const Running = ({ progress }: { progress: Progress | null }) => (
  <p className="check-running">
    <span>
      {progress === null
        ? 'Reading your list…'
        : `Looked up ${progress.checked.toLocaleString('en-US')} of ${progress.of.toLocaleString('en-US')}`}
    </span>
    <progress value={progress?.checked} max={progress?.of} aria-label="Checking your references" />
  </p>
)
