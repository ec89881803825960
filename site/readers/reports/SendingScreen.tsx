import { useEffect, useRef } from 'react'
import type { WizardState } from './wizard-state.ts'

type Props = { phase: Exclude<WizardState['phase'], { kind: 'editing' }>; tryAgain: () => void }

/** What became of sending (SPEC §4, §8). */
export const SendingScreen = ({ phase, tryAgain }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Each of the screens is read out as it comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the phase that changes the screen.
  useEffect(() => heading.current?.focus(), [phase.kind])
  switch (phase.kind) {
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
            Thank you. Your report is here.
          </h2>
          <p>A moderator reads it before others can. We take you to it now.</p>
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
