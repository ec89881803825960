import { type RefObject, useLayoutEffect, useState } from 'react'
import { changedFields } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { readEntries } from './draft.ts'
import { type Entries, filledResults } from './entries.ts'
import { readFormFields } from './form-fields.ts'
import { readManifest, writeManifest } from './manifest.ts'
import type { WizardProps } from './model.ts'
import type { WizardEvent } from './wizard-state.ts'

/**
 * Turns the long form that the server sent into the wizard: what was filled in before the script arrived stays, and the wizard
 * opens at the step in which the reader is. Called after what brings back a draft, which is older.
 * @returns whether the wizard is live
 */
export const useTakeOver = (
  form: RefObject<HTMLFormElement | null>,
  { entries, typedBefore }: IslandProps<WizardProps>,
  send: (event: WizardEvent) => void,
): boolean => {
  const [live, setLive] = useState(false)
  useLayoutEffect(() => {
    setLive(true)
    const typed = typedBefore === undefined ? {} : typedInto(entries, typedBefore)
    const sections = [...(form.current?.querySelectorAll('.wizard-step') ?? [])]
    const step = sections.findIndex(section => section.contains(document.activeElement))
    send({ type: 'taken-over', entries: typed, step: step < 0 ? null : step })
  }, [form, entries, typedBefore, send])
  return live
}

/** What a reader filled into the form without script, which began with `before`. */
export const typedInto = (before: Entries, form: FormData): Partial<Entries> => {
  const fields = Object.fromEntries([...form.keys()].map(field => [field, oneOrAll(form.getAll(field))]))
  // As the form shows them: it has rows that nobody has filled in, and tells no sizes of files.
  const shown = {
    ...before,
    results: filledResults(before.results),
    files: readManifest(writeManifest(before.files)),
  }
  // The form does not tell of files that are not read.
  return changedFields(shown, { ...readEntries(readFormFields(fields, () => '')), unread: before.unread })
}

const oneOrAll = (values: readonly FormDataEntryValue[]) => (values.length === 1 ? values[0] : values)
