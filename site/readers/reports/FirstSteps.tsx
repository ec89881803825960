import { Choice } from './Choice.tsx'
import { CodecheckField } from './CodecheckField.tsx'
import { Field } from './Field.tsx'
import { platformNames, platforms } from './report.ts'
import type { StepProps } from './step-props.ts'

/** What it takes, before anybody begins. */
export const IntroStep = ({ doi, enter, live }: Pick<StepProps, 'enter' | 'live'> & { doi: string }) => (
  <>
    <p className="lead">
      You have tried to reproduce this paper. A few questions make of it a report that others can check, cite and build
      on. It takes about ten minutes.
    </p>
    <ul className="wizard-needs">
      <li>Where you ran it, and what you did.</li>
      <li>What came out, beside what is published.</li>
      <li>
        If you have it: a link to your files, or the files themselves. They stay on your device; only their SHA-256 is
        sent.
      </li>
    </ul>
    <p className="hint">
      A moderator reads every report before it is public. A result that differs is as welcome as one that is the same.
    </p>
    {live && <CodecheckField doi={doi} enter={enter} />}
  </>
)

export const BasicsStep = ({ entries, problems, enter }: StepProps) => (
  <>
    <Field name="auditorName" label="Your name" hint="It stands with the report." problem={problems.auditorName}>
      {tied => (
        <input
          {...tied}
          value={entries.auditorName}
          onChange={event => enter({ auditorName: event.currentTarget.value })}
          autoComplete="name"
          maxLength={200}
          required
        />
      )}
    </Field>
    <Field
      name="auditorEmail"
      label="Your email address"
      hint="For questions of a moderator. It is never shown."
      problem={problems.auditorEmail}
    >
      {tied => (
        <input
          {...tied}
          type="email"
          value={entries.auditorEmail}
          onChange={event => enter({ auditorEmail: event.currentTarget.value })}
          autoComplete="email"
          maxLength={320}
          required
        />
      )}
    </Field>
  </>
)

const platformOptions = platforms.map(value => ({ value, label: platformNames[value] }))

export const EnvironmentStep = ({ entries, problems, enter }: StepProps) => (
  <>
    <Choice
      name="platform"
      legend="Platform"
      options={platformOptions}
      value={entries.platform}
      problem={problems.platform}
      choose={platform => enter({ platform })}
      inRow
    />
    <Field
      name="environmentDetails"
      label="Environment details"
      hint="Versions, hardware, anything somebody else would need."
      problem={problems.environmentDetails}
    >
      {tied => (
        <textarea
          {...tied}
          rows={4}
          value={entries.environmentDetails}
          onChange={event => enter({ environmentDetails: event.currentTarget.value })}
          maxLength={5_000}
          required
        />
      )}
    </Field>
  </>
)

export const MethodsStep = ({ entries, problems, enter }: StepProps) => (
  <>
    <Field
      name="approach"
      label="Approach"
      hint="What you did, step by step: whose data, whose code, which part of the paper."
      problem={problems.approach}
    >
      {tied => (
        <textarea
          {...tied}
          rows={6}
          value={entries.approach}
          onChange={event => enter({ approach: event.currentTarget.value })}
          maxLength={5_000}
          required
        />
      )}
    </Field>
    <Field
      name="codeChanges"
      label="Code changes"
      hint="What had to be changed to make it run."
      problem={problems.codeChanges}
      optional
    >
      {tied => (
        <textarea
          {...tied}
          rows={4}
          value={entries.codeChanges}
          onChange={event => enter({ codeChanges: event.currentTarget.value })}
          maxLength={5_000}
        />
      )}
    </Field>
  </>
)
