import type { StepProps } from './draft.ts'
import { writeManifest } from './manifest.ts'
import { platformNames, platforms } from './report.ts'
import type { ReportFiles } from './use-hashes.ts'
import { Choice, CodecheckField, Field, FilesField } from './wizard-fields.tsx'

export const ArtifactsStep = ({ entries, problems, enter, live, reading }: StepProps & { reading: ReportFiles }) => {
  const { files, sha256 } = entries
  return (
    <>
      <Field
        name="reproducibilityPackage"
        label="Link to a reproducibility package"
        hint="Where others can find your code and data, such as a Zenodo or OSF record."
        problem={problems.reproducibilityPackage}
        optional
      >
        {tied => (
          <input
            {...tied}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={entries.reproducibilityPackage}
            onChange={event => enter({ reproducibilityPackage: event.currentTarget.value })}
            maxLength={2_000}
          />
        )}
      </Field>
      {live ? (
        <FilesField files={files} reading={reading} />
      ) : (
        <Field
          name="manifest"
          label="Files and their SHA-256"
          hint="One line per file, in sha256sum format."
          problem={problems.files}
          optional
        >
          {tied => <textarea {...tied} rows={4} defaultValue={writeManifest(files)} spellCheck={false} />}
        </Field>
      )}
      <Field
        name="sha256"
        label="SHA-256 of the package"
        hint="64 hexadecimal digits, computed from your files. Without files, a random identifier is used."
        problem={problems.sha256}
        optional
      >
        {tied => (
          <input
            {...tied}
            className="hash"
            value={sha256}
            onChange={event => reading.typeHash(event.currentTarget.value)}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  )
}

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
