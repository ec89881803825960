import { firstProblem, lastStep, type Problems, problemsOf, stepOfField, steps } from './draft.ts'
import type { Entries } from './entries.ts'
import type { FileHash } from './manifest.ts'

/** State of the files' fingerprint in the wizard. */
export type Fingerprint =
  | { kind: 'none' }
  /** Files are being read, or their common hash is being made. */
  | { kind: 'pending'; names: readonly string[] }
  /** Files were chosen and could not be read to their end, or the page was left meanwhile. */
  | { kind: 'failed'; names: readonly string[] }
  | { kind: 'done'; sha256: string }

/** `reading`: names of the files currently being hashed. `hashed`: files whose combined hash is in the entries. */
export const fingerprintOf = (
  { files, unread, sha256 }: Entries,
  { reading, hashed }: { reading: readonly string[]; hashed: readonly FileHash[] | null },
): Fingerprint => {
  const names = unread.filter(name => reading.includes(name))
  if (names.length > 0) return { kind: 'pending', names }
  if (unread.length > 0) return { kind: 'failed', names: unread }
  if (files.length === 0) return { kind: 'none' }
  return files === hashed ? { kind: 'done', sha256 } : { kind: 'pending', names: [] }
}

export const formatFingerprint = (fingerprint: Fingerprint): string => {
  switch (fingerprint.kind) {
    case 'none':
      return 'None, since no files were chosen. Others cannot check whether their files match.'
    case 'pending':
      return fingerprint.names.length === 0
        ? 'Computing'
        : `Computing: ${fingerprint.names.join(', ')} ${fingerprint.names.length === 1 ? 'is' : 'are'} still being read`
    case 'failed':
      return `Incomplete: ${formatUnreadFiles(fingerprint.names)}`
    case 'done':
      return fingerprint.sha256
  }
}

export const formatUnreadFiles = (names: readonly string[]): string =>
  `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} not read to the end`

/** State of the wizard: step, input and submission. */
export type WizardState = {
  step: number
  entries: Entries
  /** Errors of this step, shown after an attempt to continue or a rejection by the server. */
  problems: Problems
  phase:
    | { kind: 'editing' }
    /** Submits once the files are hashed. */
    | { kind: 'waiting' }
    /** Files could not be read: is it to be sent without them? */
    | { kind: 'asking'; unread: readonly string[] }
    | { kind: 'sending' }
    | { kind: 'sent'; path: string }
    | { kind: 'failed'; message: string; detail: string | null }
  /** Grows with every change of step, so that the page can move to its beginning. */
  turns: number
  /** The session ended while this page was open. */
  isSignedOut: boolean
}

export type WizardEvent =
  | { type: 'entered'; entries: Partial<Entries> }
  | { type: 'continued'; fingerprint: Fingerprint }
  /** Submitted without unread files. */
  | { type: 'sent-without' }
  | { type: 'signed-out' }
  | { type: 'went-back' }
  | { type: 'went-to'; step: number }
  | { type: 'restored'; entries: Entries; step: number }
  /** Hydrated: the form's previous input and the step in focus, null for none. */
  | { type: 'taken-over'; entries: Partial<Entries>; step: number | null }
  | { type: 'succeeded'; path: string }
  | { type: 'failed'; message: string; detail: string | null }
  | { type: 'tried-again' }

export const startWizard = (entries: Entries, step = 0, problems: Problems = {}): WizardState => {
  const [field] = Object.keys(problems)
  return {
    step: field === undefined ? Math.min(step, lastStep) : stepOfField(field),
    entries,
    problems,
    phase: { kind: 'editing' },
    turns: 0,
    isSignedOut: false,
  }
}

/**
 * Applies an event to the state (SPEC §4). Only a valid step continues, any step goes back, and input is kept. Continuing from the last
 * step submits.
 */
export const evolveWizard = (state: WizardState, event: WizardEvent): WizardState => {
  const at = (step: number, more: Partial<WizardState> = {}): WizardState => ({
    ...state,
    step,
    problems: {},
    phase: { kind: 'editing' },
    turns: state.turns + 1,
    ...more,
  })
  switch (event.type) {
    case 'entered': {
      const entries = { ...state.entries, ...event.entries }
      // Revalidates fields with errors while typing.
      const now = problemsOf(steps[state.step] ?? 'intro', entries)
      const problems = Object.fromEntries(
        Object.keys(state.problems).flatMap(field => {
          const problem = now[field as keyof Entries]
          return problem === undefined ? [] : [[field, problem]]
        }),
      )
      return { ...state, entries, problems }
    }
    case 'continued': {
      if (state.phase.kind !== 'editing' && state.phase.kind !== 'waiting') return state
      const problems = problemsOf(steps[state.step] ?? 'intro', state.entries)
      if (Object.keys(problems).length > 0) return { ...state, problems }
      if (state.step < lastStep) return at(state.step + 1)
      const wrong = firstProblem(state.entries)
      if (wrong !== null) return at(wrong, { problems: problemsOf(steps[wrong] ?? 'intro', state.entries) })
      return { ...state, phase: phaseWith(event.fingerprint), problems: {} }
    }
    case 'sent-without':
      return { ...state, entries: { ...state.entries, unread: [] }, phase: { kind: 'sending' } }
    case 'signed-out':
      return at(lastStep, { isSignedOut: true })
    case 'went-back':
      return state.step === 0 ? state : at(state.step - 1)
    case 'went-to':
      return at(Math.max(0, Math.min(event.step, lastStep)))
    case 'restored':
      return { ...startWizard(event.entries, event.step), turns: state.turns }
    case 'taken-over':
      return {
        ...state,
        // The same object where nothing was typed, as nothing is to be kept then.
        entries: Object.keys(event.entries).length === 0 ? state.entries : { ...state.entries, ...event.entries },
        step: event.step ?? state.step,
      }
    case 'succeeded':
      return { ...state, phase: { kind: 'sent', path: event.path } }
    case 'failed':
      return { ...state, phase: { kind: 'failed', message: event.message, detail: event.detail } }
    case 'tried-again':
      return at(lastStep)
  }
}

/** A report with selected files is submitted without their fingerprint only if the reporter confirms. */
const phaseWith = (fingerprint: Fingerprint): WizardState['phase'] => {
  if (fingerprint.kind === 'pending') return { kind: 'waiting' }
  return fingerprint.kind === 'failed' ? { kind: 'asking', unread: fingerprint.names } : { kind: 'sending' }
}
