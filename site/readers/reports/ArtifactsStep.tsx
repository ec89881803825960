import { useEffect, useState } from 'react'
import { Field } from './Field.tsx'
import { FilesField } from './FilesField.tsx'
import { writeManifest } from './manifest.ts'
import type { StepProps } from './step-props.ts'

export const ArtifactsStep = ({ entries, problems, enter, live }: StepProps) => {
  const { files, sha256 } = entries
  // The SHA-256 follows the files until somebody types one.
  const [own, setOwn] = useState(false)
  useEffect(() => {
    if (files.length === 0 || own) return
    let isCurrent = true
    void import('./package-hash.ts').then(({ packageHash }) => {
      const hash = packageHash(files)
      if (isCurrent && hash !== null) enter({ sha256: hash })
    })
    return () => {
      isCurrent = false
    }
  }, [files, own, enter])

  return (
    <>
      <Field
        name="reproducibilityPackage"
        label="Link to a reproducibility package"
        hint="Where others find your code and data, such as a record on Zenodo or OSF."
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
            onInput={event => enter({ reproducibilityPackage: event.currentTarget.value })}
            maxLength={2_000}
          />
        )}
      </Field>
      {live ? (
        <FilesField files={files} change={changed => enter({ files: changed })} />
      ) : (
        <Field
          name="manifest"
          label="Files and their SHA-256"
          hint="One line for each, as sha256sum writes them."
          problem={problems.files}
          optional
        >
          {tied => <textarea {...tied} rows={4} defaultValue={writeManifest(files)} spellCheck={false} />}
        </Field>
      )}
      <Field
        name="sha256"
        label="SHA-256 of the package"
        hint="64 hexadecimal digits. Taken from your files; without any, one is made at random, as a name for the report."
        problem={problems.sha256}
        optional
      >
        {tied => (
          <input
            {...tied}
            className="hash"
            value={sha256}
            onInput={event => {
              setOwn(event.currentTarget.value !== '')
              enter({ sha256: event.currentTarget.value })
            }}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  )
}
