import { changedFields } from '../../../kit/browser/index.ts'
import { readEntries } from '../draft.ts'
import { type Entries, filledResults } from '../entries.ts'
import { readFormFields } from '../form-fields.ts'
import { readManifest, writeManifest } from '../manifest.ts'

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
