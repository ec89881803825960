import { type FormEvent, type ReactNode, useCallback, useEffect, useReducer, useRef } from 'react'
import { takePendingAction } from '../../accounts/pending-actions/browser/wish.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { actingForField } from '../../kit/page/acting-for.ts'
import { randomSha256, sendReport } from './browser/send-report.ts'
import { lastStep, type Problems, type Step, stepNames, steps } from './draft.ts'
import type { Entries } from './entries.ts'
import { FinalStep, SendingScreen } from './FinalStep.tsx'
import { ArtifactsStep, BasicsStep, EnvironmentStep, IntroStep, MethodsStep } from './FirstSteps.tsx'
import type { WizardProps } from './model.ts'
import { ResultsStep } from './ResultsStep.tsx'
import { type Kept, useDraft, useTakeOver } from './use-draft.ts'
import { type ReportFiles, useFingerprint } from './use-hashes.ts'
import { evolveWizard, startWizard, type WizardState } from './wizard-state.ts'

const titles: Readonly<Record<Step, string>> = {
  intro: 'Report a reproduction',
  basics: 'Who are you?',
  environment: 'Where did you run it?',
  methods: 'What was your method?',
  results: 'What were the results?',
  artifacts: 'Which material is available?',
  final: 'Review and submit',
}

/** SPEC §9: so long after a report was sent, its page opens, in ms. */
const redirectAfter = 3_000

/**
 * The reproduce wizard (SPEC §2): seven steps, one at a time. Without script, and as rendered by the server, it is one long form, which the
 * script takes over.
 */
export const Wizard = (props: IslandProps<WizardProps>) => {
  const { doi, action, drafts, citation, login, problems, keptAt, paperTitle } = props
  const [state, send] = useReducer(evolveWizard, props, begin)
  const signedIn = props.signedIn && !state.isSignedOut

  const enter = useCallback((entries: Partial<Entries>) => send({ type: 'entered', entries }), [])
  const restore = useCallback((entries: Entries, step: number) => send({ type: 'restored', entries, step }), [])
  const kept = useDraft({ doi, drafts: signedIn ? drafts : null, state, keptAt, restore })
  const form = useRef<HTMLFormElement>(null)
  const live = useTakeOver(form, props, send)
  const reading = useFingerprint(state.entries, enter)
  useFocusOnTurn(form, state)
  useSending(state, send, action, doi)
  useGoingOn(state, send, { live, signedIn, doi, reading })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.step === lastStep && !signedIn) return
    send({ type: 'continued', fingerprint: reading.fingerprint })
  }

  if (state.phase.kind !== 'editing')
    return (
      <SendingScreen
        phase={state.phase}
        hashing={reading.hashing}
        tryAgain={() => send({ type: 'tried-again' })}
        chooseAgain={() => send({ type: 'went-to', step: steps.indexOf('artifacts') })}
        sendWithout={() => {
          reading.stop()
          send({ type: 'sent-without' })
        }}
      />
    )

  const shared = { entries: state.entries, problems: state.problems, enter, live }
  const bodies: Readonly<Record<Step, ReactNode>> = {
    intro: <IntroStep {...shared} doi={doi} />,
    basics: <BasicsStep {...shared} />,
    environment: <EnvironmentStep {...shared} />,
    methods: <MethodsStep {...shared} />,
    results: <ResultsStep {...shared} />,
    artifacts: <ArtifactsStep {...shared} reading={reading} />,
    final: (
      <FinalStep
        entries={state.entries}
        fingerprint={reading.fingerprint}
        isReached={live && state.step === lastStep}
        doi={doi}
        paperTitle={paperTitle}
        citation={citation}
        login={signedIn ? null : login}
        isSignedOut={state.isSignedOut}
        goTo={step => send({ type: 'went-to', step })}
      />
    ),
  }
  return (
    <form
      ref={form}
      className={`wizard${live ? ' is-live' : ''}`}
      method="post"
      action={action}
      noValidate={live}
      // Disables autocomplete, which would overwrite the restored draft after a reload.
      autoComplete={live ? 'off' : undefined}
      onSubmit={submit}
    >
      <Progress step={state.step} live={live} />
      {!live && Object.keys(problems).length > 0 && <Summary problems={problems} />}
      <input type="hidden" name="doi" value={doi} />
      {props.reader !== null && <input type="hidden" name={actingForField} value={props.reader} />}
      {steps.map((step, index) => (
        <section
          key={step}
          className="wizard-step"
          hidden={live && index !== state.step}
          aria-labelledby={`step-${step}`}
        >
          <h2 id={`step-${step}`} tabIndex={-1}>
            {titles[step]}
          </h2>
          {bodies[step]}
        </section>
      ))}
      <div className="wizard-actions">
        <Buttons
          step={state.step}
          live={live}
          canSend={!live || signedIn}
          signedIn={signedIn}
          goBack={() => send({ type: 'went-back' })}
        />
        {live && <KeptNote kept={kept} />}
      </div>
    </form>
  )
}

type ButtonsProps = { step: number; live: boolean; canSend: boolean; signedIn: boolean; goBack: () => void }

/** The ways on and back. Without script there is one step, and its button sends. */
const Buttons = ({ step, live, canSend, signedIn, goBack }: ButtonsProps) => (
  <>
    {live && step > 0 && (
      <button type="button" onClick={goBack}>
        Back
      </button>
    )}
    {(step < lastStep || canSend) && (
      <button type="submit" className="main">
        {live && step < lastStep ? 'Continue' : 'Submit Report'}
      </button>
    )}
    {!live && !signedIn && (
      <span className="hint without-script">You will be asked to log in. What you entered is saved for two hours.</span>
    )}
  </>
)

const begin = ({ entries, step, problems }: WizardProps): WizardState =>
  startWizard(entries, step, problems as Problems)

const Progress = ({ step, live }: { step: number; live: boolean }) => (
  <div className="wizard-progress needs-script">
    <p>
      <span>{`${step + 1} of ${steps.length}`}</span>
      {` · ${stepNames[steps[step] ?? 'intro']}`}
    </p>
    <div
      className="progress-bar"
      role="progressbar"
      aria-label="Steps done"
      aria-valuemin={1}
      aria-valuemax={steps.length}
      aria-valuenow={step + 1}
      aria-busy={!live}
    >
      {steps.map((name, index) => (
        <i key={name} className={index <= step ? 'is-done' : undefined} />
      ))}
    </div>
  </div>
)

const Summary = ({ problems }: { problems: Readonly<Record<string, string>> }) => (
  <div className="wizard-summary" role="alert">
    <p>This report has not been submitted:</p>
    <ul>
      {Object.entries(problems).map(([field, problem]) => (
        <li key={field}>{`${field}: ${problem}`}</li>
      ))}
    </ul>
  </div>
)

const keptWords: Readonly<Record<Kept, string>> = {
  nowhere: '',
  browser: 'Saved in this browser as you type',
  account: 'Saved in this browser and your account',
}

const KeptNote = ({ kept }: { kept: Kept }) => <span className="hint">{keptWords[kept]}</span>

/** After a turn the new step is read out, and the keyboard is there; after a refusal, at the first field that is wrong. */
const useFocusOnTurn = (form: { current: HTMLFormElement | null }, { turns, problems, step }: WizardState): void => {
  const before = useRef({ turns, problems })
  useEffect(() => {
    const hasTurned = before.current.turns !== turns
    const isRefused = before.current.problems !== problems && Object.keys(problems).length > 0
    before.current = { turns, problems }
    if (!hasTurned && !isRefused) return
    const current = form.current?.querySelectorAll<HTMLElement>('.wizard-step')[step]
    const wrong = isRefused ? current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    const target = wrong ?? (hasTurned ? current?.querySelector<HTMLElement>('h2') : null)
    target?.focus({ preventScroll: true })
    target?.closest('.asked, .wizard')?.scrollIntoView({ block: 'nearest' })
  }, [form, turns, problems, step])
}

/** Submits the report when the wizard is ready, and later opens its page. */
const useSending = (
  { phase, entries }: WizardState,
  send: (event: Parameters<typeof evolveWizard>[1]) => void,
  action: string,
  doi: string,
): void => {
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    if (phase.kind === 'sending') {
      // Made once and kept with the draft, so that sending again is sending the same.
      const sha256 = latest.current.sha256.trim() || randomSha256()
      if (sha256 !== latest.current.sha256) send({ type: 'entered', entries: { sha256 } })
      void sendReport(action, doi, { ...latest.current, sha256 }).then(send)
    }
    if (phase.kind !== 'sent') return
    const timer = setTimeout(() => location.assign(phase.path), redirectAfter)
    return () => clearTimeout(timer)
  }, [phase, action, doi, send])
}

type GoingOn = { live: boolean; signedIn: boolean; doi: string; reading: ReportFiles }

/** Sends a report that waited: for its files, or for its reporter to log in again. */
const useGoingOn = (
  { phase }: WizardState,
  send: (event: Parameters<typeof evolveWizard>[1]) => void,
  { live, signedIn, doi, reading: { fingerprint } }: GoingOn,
): void => {
  useEffect(() => {
    if (phase.kind === 'waiting' && fingerprint.kind !== 'pending') send({ type: 'continued', fingerprint })
  }, [phase.kind, fingerprint, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was kept is back.
  useEffect(() => {
    if (!live || !signedIn || takePendingAction('report', doi) === null) return
    send({ type: 'went-to', step: lastStep })
    send({ type: 'continued', fingerprint })
  }, [live])
}
