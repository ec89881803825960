import { Field } from './Field.tsx'
import { FilesField } from './FilesField.tsx'
import { writeManifest } from './manifest.ts'
import type { StepProps } from './step-props.ts'
import type { ReportFiles } from './use-fingerprint.ts'

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
