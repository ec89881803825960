import { titleClaim } from '../titles/title-claim.ts'
import type { KnownFactKind, StatusKind } from './model.ts'

/** Meaning of an update type to a reader. */
export type UpdateMeaning = {
  kind: Extract<KnownFactKind, 'correction' | 'retraction' | 'concern' | 'reinstatement' | 'notice'>
  /** Heading of the fact. */
  label: string
  /** Resulting status of the paper; null if neither for nor against it. */
  status: Extract<
    StatusKind,
    'retracted' | 'republished' | 'partly-retracted' | 'withdrawn' | 'concern' | 'reinstated' | 'corrected'
  > | null
  /** Noun for counts. */
  noun: { one: string; many: string }
}

const corrections = { one: 'correction', many: 'corrections' }
const notices = { one: 'notice', many: 'notices' }

// Update types deposited by Crossref members (Crossmark's twelve, and their variants), including misspellings.
const meanings: Readonly<Record<string, UpdateMeaning>> = {
  addendum: { kind: 'correction', label: 'Addendum', status: 'corrected', noun: { one: 'addendum', many: 'addenda' } },
  clarification: {
    kind: 'correction',
    label: 'Clarification',
    status: 'corrected',
    noun: { one: 'clarification', many: 'clarifications' },
  },
  correction: { kind: 'correction', label: 'Correction', status: 'corrected', noun: corrections },
  'corrected-article': { kind: 'correction', label: 'Correction', status: 'corrected', noun: corrections },
  corrigendum: { kind: 'correction', label: 'Correction (corrigendum)', status: 'corrected', noun: corrections },
  err: { kind: 'correction', label: 'Correction (erratum)', status: 'corrected', noun: corrections },
  erratum: { kind: 'correction', label: 'Correction (erratum)', status: 'corrected', noun: corrections },
  'publisher-note': {
    kind: 'correction',
    label: 'Correction (publisher’s note)',
    status: 'corrected',
    noun: corrections,
  },
  retraction: {
    kind: 'retraction',
    label: 'Retraction',
    status: 'retracted',
    noun: { one: 'retraction', many: 'retractions' },
  },
  retration: {
    kind: 'retraction',
    label: 'Retraction',
    status: 'retracted',
    noun: { one: 'retraction', many: 'retractions' },
  },
  'retract-and-replace': {
    kind: 'retraction',
    label: 'Retraction with replacement',
    status: 'republished',
    noun: { one: 'retraction', many: 'retractions' },
  },
  'partial-retraction': {
    kind: 'retraction',
    label: 'Partial retraction',
    status: 'partly-retracted',
    noun: { one: 'partial retraction', many: 'partial retractions' },
  },
  withdrawal: {
    kind: 'retraction',
    label: 'Withdrawal',
    status: 'withdrawn',
    noun: { one: 'withdrawal', many: 'withdrawals' },
  },
  removal: { kind: 'retraction', label: 'Removal', status: 'withdrawn', noun: { one: 'removal', many: 'removals' } },
  'expression-of-concern': {
    kind: 'concern',
    label: 'Expression of concern',
    status: 'concern',
    noun: { one: 'expression of concern', many: 'expressions of concern' },
  },
  reinstatement: {
    kind: 'reinstatement',
    label: 'Reinstatement',
    status: 'reinstated',
    noun: { one: 'reinstatement', many: 'reinstatements' },
  },
  'new-edition': {
    kind: 'notice',
    label: 'New edition',
    status: null,
    noun: { one: 'new edition', many: 'new editions' },
  },
  'new-version': {
    kind: 'notice',
    label: 'New version',
    status: null,
    noun: { one: 'new version', many: 'new versions' },
  },
  comment: { kind: 'notice', label: 'Comment', status: null, noun: { one: 'comment', many: 'comments' } },
  correspondence: { kind: 'notice', label: 'Correspondence', status: null, noun: { one: 'comment', many: 'comments' } },
  'note-discuss': { kind: 'notice', label: 'Discussion', status: null, noun: { one: 'comment', many: 'comments' } },
}

/** A notice that is itself the paper's next version. */
export const replacedByNewer: UpdateMeaning = {
  kind: 'notice',
  label: 'Replaced by a newer version',
  status: null,
  noun: { one: 'newer version', many: 'newer versions' },
}

/** The republished version of a retracted paper. */
export const republication: UpdateMeaning = {
  kind: 'notice',
  label: 'Published again',
  status: null,
  noun: { one: 'republication', many: 'republications' },
}

/** The publisher temporarily removed the text to fix something, without judgment on it. */
const temporaryRemoval: UpdateMeaning = {
  kind: 'notice',
  label: 'Temporary removal',
  status: null,
  noun: { one: 'temporary removal', many: 'temporary removals' },
}

/** Severity of each kind of update: the lowest number is the most serious. */
const weights = {
  retraction: 0,
  reinstatement: 1,
  concern: 2,
  correction: 3,
  notice: 4,
} as const satisfies Record<UpdateMeaning['kind'], number>

/** The kinds of updates, the gravest first. */
export const gravestFirst = (Object.keys(weights) as UpdateMeaning['kind'][]).toSorted(
  (a, b) => weights[a] - weights[b],
)

/** Returns the more serious of an event's two meanings, so that a retraction is never downgraded. */
export const graver = (a: UpdateMeaning, b: UpdateMeaning): UpdateMeaning => (weightOf(b) < weightOf(a) ? b : a)

const weightOf = ({ kind, status }: UpdateMeaning): number =>
  weights[kind] + (status === null ? 0 : statusesOfOneKind.indexOf(status) / 10)

const statusesOfOneKind: readonly string[] = ['republished', 'retracted', 'withdrawn', 'partly-retracted']

/** Normalizes an update type for storage: lower case and hyphenated. */
export const updateType = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

type Update = { doi: string; type: string; noticeDoi: string | null; retracted: boolean; title: string | null }

/**
 * Returns the meaning of an update. Considers the notice's title and DOI besides its type, because publishers deposit hundreds of
 * retractions as "erratum", and Cochrane deposits new versions of reviews as "withdrawal". A retraction is never downgraded.
 */
export const meaningOfUpdate = ({ doi, type, noticeDoi, retracted, title }: Update): UpdateMeaning => {
  const stated = meaningOf(updateType(type))
  if (type === 'removal' && /^\W*temporary/i.test(title ?? '')) return temporaryRemoval
  if (stated.kind === 'retraction')
    return type === 'withdrawal' && isNewerVersion(doi, noticeDoi) ? replacedByNewer : stated
  const heading = title ?? ''
  if (/^\W*retract\w+ and re(?:-?public|place)/i.test(heading)) return meaningOf('retract-and-replace')
  if (/^\W*(?:notice of )?partial(?:ly)? retract|^\W*retraction of an interpretation/i.test(heading))
    return meaningOf('partial-retraction')
  if (isHeadedRetraction(heading, noticeDoi)) return meaningOf('retraction')
  if (/^\W*withdraw(?:al|n)\b/i.test(heading)) return meaningOf('withdrawal')
  const claim = titleClaim(title)
  if (stated.kind === 'correction' && claim?.says === 'notice' && claim.of === 'concern')
    return meaningOf('expression-of-concern')
  if (retracted && !saysSomethingElse(stated, heading)) return meaningOf('retraction')
  return stated
}

/** "Retraction: …", "… – RETRACTION", and the "Correction: Retraction: …" of Nature's journals; others correct a retraction by that. */
const isHeadedRetraction = (heading: string, noticeDoi: string | null): boolean => {
  const own = noticeDoi?.startsWith('10.1038/')
    ? heading.replace(/^\W*(?:correction|erratum): (?=retract)/i, '')
    : heading
  return /^\W*(?:retract(?:ion|ed)|notice of retraction)\b/i.test(own) || /[:–—-]\s*(?:a )?retraction\W*$/i.test(own)
}

/** True for a notice's title. */
export const isTitledAsNotice = (title: string | null): boolean =>
  /^\W*(?:(?:(?:author|publisher|editorial)(?:\W?s)? )?correction|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|retraction|publisher\W?s? note|expression of concern|notice of)\b/i.test(
    title ?? '',
  )

/** True if the record is marked as retracted although this notice is about something else. */
export const hidesRetraction = (update: Update): boolean =>
  update.retracted && meaningOfUpdate(update).kind !== 'retraction'

const saysSomethingElse = (stated: UpdateMeaning, heading: string): boolean =>
  stated.kind === 'concern' || /^\W*(?:correct|corrigend|errat|addend|comment|expression of concern)/i.test(heading)

/** Cochrane numbers the versions of a review: `…cd000005` (the protocol), `…cd000005.pub2`, `.pub3`. */
const isNewerVersion = (doi: string, noticeDoi: string | null): boolean =>
  noticeDoi !== null && noticeDoi !== doi && base(noticeDoi) === base(doi) && /\.pub\d+$/.test(noticeDoi)

const base = (doi: string): string => doi.replace(/\.pub\d+$/, '')

/** By the type as we store it. */
export const meaningOf = (type: string): UpdateMeaning =>
  type === 'republication' ? republication : (meanings[type] ?? otherNotice(type))

const otherNotice = (type: string): UpdateMeaning => {
  const words = type.replace(/[-_\s]+/g, ' ').trim()
  const readable = /^[a-z][a-z ]{3,40}$/i.test(words) && words !== 'print'
  return {
    kind: 'notice',
    status: null,
    label: readable ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : 'Notice',
    noun: notices,
  }
}
