import { Choice } from './Choice.tsx'
import { CodecheckField } from './CodecheckField.tsx'
import { Field } from './Field.tsx'
import { platformNames, platforms } from './report.ts'
import type { StepProps } from './step-props.ts'

/** Requirements, before the first step. */
export const IntroStep = ({ doi, enter }: Pick<StepProps, 'enter'> & { doi: string }) => (
  <>
    <p className="lead">
      Tried to reproduce this paper? Turn it into a report that others can verify, cite and build on. It takes about ten
      minutes.
    </p>
    <ul className="wizard-needs">
      <li>Your environment and method.</li>
      <li>Your results next to the published ones.</li>
      <li>
        Optional: a link to your files, or the files themselves. They stay on your device; only their SHA-256 hashes are
        sent.
      </li>
    </ul>
    <p className="hint">
      A moderator reviews every report before it is published. Different results are as welcome as matching ones.
    </p>
    <CodecheckField doi={doi} enter={enter} />
  </>
)

export const BasicsStep = ({ entries, problems, enter }: StepProps) => (
  <>
    <Field name="auditorName" label="Your name" hint="Shown with the report." problem={problems.auditorName}>
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
      hint="For questions from a moderator. It is never shown."
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
      hint="Versions, hardware and anything else needed to repeat it."
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
      hint="What you did, step by step: data, code, and the part of the paper you reproduced."
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
      hint="Changes needed to make the code run."
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
