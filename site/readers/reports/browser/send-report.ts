import { callSite } from '../../../accounts/calls/browser/call-site.ts'
import { changedFields } from '../../../kit/browser/index.ts'
import { readEntries, readFormFields } from '../draft.ts'
import { type Entries, filledResults } from '../entries.ts'
import { readManifest, writeManifest } from '../manifest.ts'
import type { WizardEvent } from '../wizard-state.ts'

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

/** A report that has found no answer by then has failed, in ms. */
const longestWait = 30_000

/**
 * Submits to `POST /{doi}/audit/` (SPEC §7). Never throws: errors become `failed` with a message. Retries are safe, since the server
 * deduplicates.
 */
export const sendReport = async (action: string, doi: string, entries: Entries): Promise<WizardEvent> => {
  const answer = await callSite<{ audit: string }>(action, {
    body: { ...bodyOf(entries), doi },
    longestWait,
    wish: { kind: 'report', about: doi },
  })
  switch (answer.kind) {
    case 'done':
      return { type: 'succeeded', path: answer.body.audit }
    case 'signed-out':
      return { type: 'signed-out' }
    case 'refused':
      return { type: 'failed', message: 'Network response was not ok', detail: answer.sentence }
    case 'unreachable':
      return { type: 'failed', message: 'No response from the server. What you have entered is kept.', detail: null }
  }
}

/** Returns the entries as submitted (SPEC §3): trimmed, null if empty. */
const bodyOf = (entries: Entries) => ({
  sha256: entries.sha256.trim().toLowerCase(),
  status: entries.status,
  auditorName: entries.auditorName.trim(),
  auditorEmail: entries.auditorEmail.trim(),
  platform: entries.platform,
  environmentDetails: entries.environmentDetails.trim(),
  approach: entries.approach.trim(),
  codeChanges: orNull(entries.codeChanges),
  auditReport: entries.auditReport.trim(),
  reproducibilityPackage: orNull(entries.reproducibilityPackage),
  results: filledResults(entries.results),
  files: entries.files,
  unreadFiles: entries.unread,
})

/** 64 random hexadecimal digits, for a report without a hash of its own (SPEC §5). */
export const randomSha256 = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), byte => byte.toString(16).padStart(2, '0')).join('')

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
