import { useEffect, useRef } from 'react'
import { unreadInWords } from './fingerprint.ts'
import type { Hashing } from './use-hashes.ts'
import type { WizardState } from './wizard-state.ts'

type Props = {
  phase: Exclude<WizardState['phase'], { kind: 'editing' }>
  /** Files that are still being read. */
  hashing: readonly Hashing[]
  tryAgain: () => void
  chooseAgain: () => void
  sendWithout: () => void
}

/** The outcome of sending (SPEC §4, §8). */
export const SendingScreen = ({ phase, hashing, tryAgain, chooseAgain, sendWithout }: Props) => {
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
          <p>{`${unreadInWords(phase.unread)}. Sent now, the report says nothing of ${phase.unread.length === 1 ? 'it' : 'them'}.`}</p>
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

type WithoutProps = Pick<Props, 'chooseAgain' | 'sendWithout'> & { again: string }

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
