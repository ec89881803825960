import { changedFields } from '../../../kit/browser/index.ts'
import { readEntries } from '../draft.ts'
import { type Entries, filledResults } from '../entries.ts'
import { readFormFields } from '../form-fields.ts'
import { readManifest, writeManifest } from '../manifest.ts'

/** Returns the changes made in the form without script, which started with `before`. */
export const typedInto = (before: Entries, form: FormData): Partial<Entries> => {
  const fields = Object.fromEntries([...form.keys()].map(field => [field, oneOrAll(form.getAll(field))]))
  // As rendered by the form, with its empty rows and without file sizes.
  const shown = {
    ...before,
    results: filledResults(before.results),
    files: readManifest(writeManifest(before.files)),
  }
  // The form does not include unread files.
  return changedFields(shown, { ...readEntries(readFormFields(fields, () => '')), unread: before.unread })
}

const oneOrAll = (values: readonly FormDataEntryValue[]) => (values.length === 1 ? values[0] : values)
