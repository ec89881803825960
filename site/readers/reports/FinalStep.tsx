import { useEffect, useRef, useState } from 'react'
import { steps } from './draft.ts'
import { type Entries, filledResults } from './entries.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { platformNames } from './report.ts'
import type { Hashing } from './use-hashes.ts'
import { type Fingerprint, formatFingerprint, formatUnreadFiles, type WizardState } from './wizard-state.ts'

type SendingScreenProps = {
  phase: Exclude<WizardState['phase'], { kind: 'editing' }>
  /** Files that are still being read. */
  hashing: readonly Hashing[]
  tryAgain: () => void
  chooseAgain: () => void
  sendWithout: () => void
}

/** The outcome of sending (SPEC §4, §8). */
export const SendingScreen = ({ phase, hashing, tryAgain, chooseAgain, sendWithout }: SendingScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Each of the screens is read out as it comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the phase that changes the screen.
  useEffect(() => heading.current?.focus(), [phase.kind])
  switch (phase.kind) {
    case 'waiting':
      return (
        <section className="wizard-outcome" aria-busy="true">
          <h2 ref={heading} tabIndex={-1}>
            Reading your files
          </h2>
          <p>Your report is submitted as soon as the hashes are computed. Keep this page open.</p>
          {hashing
            .filter(({ failed }) => !failed)
            .map(({ name, size, done }) => (
              <p key={name}>
                <span>{name}</span> <progress max={size || 1} value={done} aria-label={`Reading ${name}`} />
              </p>
            ))}
          <Without chooseAgain={chooseAgain} sendWithout={sendWithout} again="Back to the files" />
        </section>
      )
    case 'asking':
      return (
        <section className="wizard-outcome" role="alert">
          <h2 ref={heading} tabIndex={-1}>
            Files are missing from the fingerprint
          </h2>
          <p>{`${formatUnreadFiles(phase.unread)}. Sent now, the report says nothing of ${phase.unread.length === 1 ? 'it' : 'them'}.`}</p>
          <Without chooseAgain={chooseAgain} sendWithout={sendWithout} again="Choose the files again" />
        </section>
      )
    case 'sending':
      return (
        <section className="wizard-outcome" aria-busy="true">
          <h2 ref={heading} tabIndex={-1}>
            Sending your report…
          </h2>
          <progress aria-label="Sending" />
        </section>
      )
    case 'sent':
      return (
        <section className="wizard-outcome">
          <h2 ref={heading} tabIndex={-1}>
            Thank you. Your report has been submitted.
          </h2>
          <p>A moderator will review it before it is published. Opening it now.</p>
          <p>
            <a href={phase.path}>See your report</a>
          </p>
        </section>
      )
    case 'failed':
      return (
        <section className="wizard-outcome" role="alert">
          <h2 ref={heading} tabIndex={-1}>
            Submission Error
          </h2>
          <p>There was a problem submitting your report</p>
          <p className="problem">{phase.message}</p>
          {phase.detail !== null && <p>{phase.detail}</p>}
          <button type="button" className="main" onClick={tryAgain}>
            Try Again
          </button>
        </section>
      )
  }
}

type WithoutProps = Pick<SendingScreenProps, 'chooseAgain' | 'sendWithout'> & { again: string }

const Without = ({ chooseAgain, sendWithout, again }: WithoutProps) => (
  <div className="wizard-actions">
    <button type="button" onClick={chooseAgain}>
      {again}
    </button>
    <button type="button" onClick={sendWithout}>
      Send without them
    </button>
  </div>
)

type Props = {
  entries: Entries
  fingerprint: Fingerprint
  /** True once the step is reached, from when it shows a summary of the other steps. */
  isReached: boolean
  doi: string
  paperTitle: string | null
  /** URL of the paper's citation as CSL-JSON, for its authors. */
  citation: string
  /** Login URL; null if signed in. */
  login: string | null
  /** They were signed in, and their session has ended: the report is sent once they are again. */
  isSignedOut: boolean
  goTo: (step: number) => void
}

/** Everything once more, as it will be sent. */
export const FinalStep = ({
  entries,
  fingerprint,
  isReached,
  doi,
  paperTitle,
  citation,
  login,
  isSignedOut,
  goTo,
}: Props) => (
  <>
    {isReached && <Review entries={entries} fingerprint={fingerprint} goTo={goTo} />}
    {isReached && <CodecheckDownload entries={entries} doi={doi} paperTitle={paperTitle} citation={citation} />}
    <p className="hint">
      A moderator reviews the report before it is published at a permanent address. Everything except your email address
      becomes public.
    </p>
    {login !== null && (
      <p className="wizard-login needs-script">
        <a className="button main" href={login} data-wish={isSignedOut ? 'report' : undefined} data-doi={doi}>
          Log in to submit
        </a>
        <span className="hint" role={isSignedOut ? 'alert' : undefined}>
          {isSignedOut ? 'Your session has ended. Log in to submit your report.' : 'What you have entered is kept.'}
        </span>
      </p>
    )}
  </>
)

const Review = ({ entries, fingerprint, goTo }: Pick<Props, 'entries' | 'fingerprint' | 'goTo'>) => {
  const results = filledResults(entries.results)
  const rows: readonly [(typeof steps)[number], string, string][] = [
    ['basics', 'Reported by', entries.auditorName],
    ['environment', 'Platform', entries.platform === '' ? '' : platformNames[entries.platform]],
    ['environment', 'Environment details', entries.environmentDetails],
    ['methods', 'Approach', entries.approach],
    ['methods', 'Code changes', entries.codeChanges],
    ['results', 'Outcome', entries.status === '' ? '' : outcomeHeadline(entries.status, results)],
    ['results', 'Report', entries.auditReport],
    ['artifacts', 'Package', entries.reproducibilityPackage],
    ['artifacts', 'Files', entries.files.map(({ name }) => name).join(', ')],
    ['artifacts', 'Fingerprint', formatFingerprint(fingerprint)],
  ]
  return (
    <dl className="review">
      {rows
        .filter(([, , value]) => value.trim() !== '')
        .map(([step, label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
            <dd>
              <button
                type="button"
                className="as-link"
                onClick={() => goTo(steps.indexOf(step))}
                aria-label={`Change ${label}`}
              >
                Change
              </button>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const CodecheckDownload = ({
  entries,
  doi,
  paperTitle,
  citation,
}: Pick<Props, 'entries' | 'doi' | 'paperTitle' | 'citation'>) => {
  const [failed, setFailed] = useState(false)
  const save = async () => {
    try {
      const [{ writeCodecheck }, { readAuthors }] = await Promise.all([
        import('./codecheck.ts'),
        import('./read-authors.ts'),
      ])
      const { auditorName, auditReport, reproducibilityPackage, status, results, files } = entries
      const text = writeCodecheck({
        doi,
        paperTitle,
        authors: await readAuthors(citation),
        name: auditorName.trim() === '' ? null : auditorName.trim(),
        status,
        auditReport,
        reproducibilityPackage: reproducibilityPackage.trim() === '' ? null : reproducibilityPackage.trim(),
        results: filledResults(results),
        files,
        checkedAt: null,
        report: null,
      })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
      link.download = 'codecheck.yml'
      link.click()
      URL.revokeObjectURL(link.href)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <p>
      <button type="button" onClick={() => void save()}>
        Download as codecheck.yml
      </button>
      <span role="status" className="problem">
        {failed && ' The file could not be created. Try again.'}
      </span>
    </p>
  )
}
