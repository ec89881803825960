import { hash } from 'node:crypto'
import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type Evidence, isoYear, type NoteEntry, type ReplicationEntry, type UpdateSource } from './evidence.ts'
import type { KnownEvent } from './merge-events.ts'
import { type Attempt, verbOf } from './merge-evidence.ts'
import type { KnownFact, OutcomeKind } from './model.ts'
import type { Outcome } from './outcomes.ts'
import { quotationOf } from './quotation.ts'
import { formatReason } from './reasons.ts'
import { replacedByNewer, republication, type UpdateMeaning } from './update-types.ts'

const crossrefSource = { name: 'Crossref', href: 'https://www.crossref.org' }
/** Source label of our starter list, with the publisher's notice linked for verification. */
const theNotice = { name: 'the publisher’s notice', href: null }
const theRepeaters = { name: 'the authors who repeated it', href: null }
const forrt = { name: 'FORRT (CC BY 4.0)', href: 'https://forrt.org' }
/** Source label of each replication coder. */
export const coders: Readonly<Record<ReplicationEntry['source'], KnownFact['source']>> = {
  forrt,
  'forrt-earlier': forrt,
  starter: theRepeaters,
  report: { name: 'a Corroborate report', href: null },
}
const sourceNames: Readonly<Record<UpdateSource, KnownFact['source']>> = {
  crossref: crossrefSource,
  starter: theNotice,
  publisher: { name: 'the publisher, through Crossref', href: crossrefSource.href },
  'retraction-watch': { name: 'Retraction Watch, through Crossref', href: 'https://retractionwatch.com' },
  'retraction-watch-list': { name: 'Retraction Watch', href: 'https://retractionwatch.com' },
  title: { name: 'the title of the notice', href: null },
}

/** Priority of update sources; our starter list only if no other source has the event. */
const authority: Readonly<Record<UpdateSource, number>> = {
  'retraction-watch-list': 0,
  'retraction-watch': 0,
  publisher: 1,
  crossref: 2,
  starter: 3,
  title: 4,
}

/** A retraction that a record states, without a notice of it. */
export const factOfRecord = (doi: Evidence['doi'], meaning: UpdateMeaning, source: KnownFact['source']): KnownFact => ({
  id: factId(meaning.kind, doi),
  year: null,
  date: null,
  dateIsLatest: false,
  kind: meaning.kind,
  label: meaning.label,
  title: null,
  doi: null,
  href: doiUrl(doi),
  source,
  noun: meaning.noun,
  quote: null,
  group: 'event',
  outcome: null,
})

/** Event of the paper itself. */
export const factOfEvent = (event: KnownEvent): KnownFact => {
  const { doi, type, noticeDoi, date, title, meaning } = event
  const elsewhere = noticeDoi !== null && noticeDoi !== doi ? storedDoi(noticeDoi) : null
  return {
    id: factId('update', doi, type, noticeDoi, date),
    ...whenOf(event),
    kind: meaning.kind,
    label: meaning.label,
    title: elsewhere === null ? null : title,
    doi: elsewhere,
    href: doiUrl(elsewhere ?? storedDoi(doi)),
    source: sourceOfFact(event),
    noun: meaning.noun,
    quote: null,
    ...(event.reasons !== undefined && { reasons: event.reasons.map(formatReason) }),
    group: 'event',
    outcome: null,
  }
}

/** Event announced by the paper about another. */
export const factOfAnnounced = (event: KnownEvent, lookUp: Evidence['lookUp']): KnownFact => {
  const { doi, type, noticeDoi, date, meaning } = event
  return {
    id: factId('notice', doi, type, noticeDoi, date),
    ...whenOf(event),
    kind: 'notice',
    label: announcedLabel(meaning),
    title: lookUp(doi)?.title ?? null,
    doi,
    href: paths.paper(storedDoi(doi)),
    source: sourceOfFact(event),
    quote: null,
    group: 'announced',
    outcome: null,
  }
}

/** A record's last change only bounds the notice's date, so only its year is shown. */
export const whenOf = ({ date, datesRecord }: KnownEvent): Pick<KnownFact, 'year' | 'date' | 'dateIsLatest'> => ({
  year: yearOf(date),
  date: datesRecord ? (date?.slice(0, 4) ?? null) : date,
  dateIsLatest: datesRecord,
})

const announcedLabel = (meaning: UpdateMeaning): string => {
  if (meaning === replacedByNewer) return 'Replaces an earlier version'
  if (meaning === republication) return 'Published in place of a retracted paper'
  if (meaning.status === 'withdrawn') return 'Withdraws another paper'
  return meaning.status === 'partly-retracted' ? 'Retracts a part of another paper' : announcedLabels[meaning.kind]
}

const announcedLabels: Readonly<Record<UpdateMeaning['kind'], string>> = {
  correction: 'Corrects another paper',
  retraction: 'Retracts another paper',
  concern: 'Raises concern about another paper',
  reinstatement: 'Reinstates another paper',
  notice: 'Is a notice about another paper',
}

/** Returns an event's source, qualified if its date is inexact. */
const sourceOfFact = (event: KnownEvent): KnownFact['source'] => {
  const source = sourceOf(event)
  return event.datesRecord ? { ...source, name: `${source.name} (the year is that of Crossref’s record)` } : source
}

/** Returns the highest-priority source of an event. */
export const sourceOf = ({ sources }: KnownEvent): KnownFact['source'] => {
  const byRetractionWatch = sources.includes('retraction-watch') || sources.includes('retraction-watch-list')
  if (byRetractionWatch && sources.includes('publisher'))
    return { name: 'Retraction Watch and the publisher, through Crossref', href: sourceNames['retraction-watch'].href }
  const [best = 'crossref'] = sources.toSorted((a, b) => authority[a] - authority[b])
  return sourceNames[best]
}

const yearOf = (date: string | null): number | null => (date === null ? null : Number(date.slice(0, 4)))

/** An attempt to repeat the paper. */
export const factOfAttempt = (attempt: Attempt): KnownFact => {
  const doi = attempt.replicationDoi === null ? null : storedDoi(attempt.replicationDoi)
  return {
    id: factId('attempt', attempt.originalDoi, attempt.replicationDoi, attempt.replicationUrl, attempt.type),
    year: attempt.replicationYear,
    date: dateOf(attempt),
    dateIsLatest: attempt.count !== undefined,
    kind: kindOfOutcome[attempt.result],
    label: labelOf(attempt),
    title: attempt.replicationTitle,
    doi,
    href: doi === null ? webAddress(attempt.replicationUrl) : doiUrl(doi),
    source: coders[attempt.source],
    ...(attempt.count !== undefined && { count: attempt.count }),
    ...(attempt.type === 'reproduction' && { isReproduction: true as const }),
    quote: quotationOf(attempt.quote),
    group: 'attempt',
    outcome: kindOfOutcome[attempt.result],
  }
}

const communityReport = { one: 'community report', many: 'community reports' }

/** Community-reported replication. An uncounted one is drawn like a note. */
export const factOfReport = (report: Attempt): KnownFact => {
  const fact: KnownFact = {
    ...factOfAttempt(report),
    href: report.replicationUrl,
    isReport: true,
    group: 'report',
    noun: communityReport,
  }
  return report.isUncounted ? { ...fact, kind: 'note', outcome: null } : fact
}

const dateOf = ({ replicationDate, replicationYear }: Attempt): string | null =>
  replicationDate ?? (replicationYear === null ? null : isoYear(replicationYear))

/** The paper as an attempt to repeat another. */
export const factOfRepeated = (attempt: Attempt): KnownFact => {
  const original = storedDoi(attempt.originalDoi)
  return {
    id: factId('repeats', attempt.originalDoi, attempt.replicationDoi, attempt.type),
    year: attempt.replicationYear,
    date: attempt.replicationYear === null ? null : isoYear(attempt.replicationYear),
    dateIsLatest: false,
    kind: 'notice',
    label: withCodings(ofEarlier[verbOf([attempt])][attempt.result], attempt),
    ...(attempt.type === 'reproduction' && { isReproduction: true as const }),
    noun: attempt.type === 'reproduction' ? reproductionOfEarlier : replicationOfEarlier,
    title: attempt.originalTitle,
    doi: original,
    href: paths.paper(original),
    source: coders[attempt.source],
    quote: quotationOf(attempt.quote),
    group: 'repeated',
    outcome: kindOfOutcome[attempt.result],
  }
}

const communityNote = { one: 'community note', many: 'community notes' }

/** A community note, or several. */
export const factOfNote = ({ by, date, path, count }: NoteEntry): KnownFact => ({
  id: factId('note', path),
  year: yearOf(date),
  date,
  dateIsLatest: count !== undefined,
  kind: 'note',
  label:
    count === undefined ? 'Community note' : `${count} more ${count === 1 ? communityNote.one : communityNote.many}`,
  title: null,
  doi: null,
  href: path,
  source: { name: by, href: null },
  ...(count !== undefined && { count }),
  noun: communityNote,
  quote: null,
  group: 'note',
  outcome: null,
})

const kindOfOutcome: Readonly<Record<Outcome, OutcomeKind>> = {
  held: 'held',
  'not-held': 'not-held',
  mixed: 'mixed',
  unclear: 'mixed',
}
const replicationOfEarlier = { one: 'replication of an earlier paper', many: 'replications of earlier papers' }
const reproductionOfEarlier = { one: 'reproduction of an earlier paper', many: 'reproductions of earlier papers' }

type Labels = Readonly<Record<'repeat' | 'reproduce', Readonly<Record<Outcome, string>>>>

const ofPaper: Labels = {
  repeat: {
    held: 'Replicated',
    'not-held': 'Failed to replicate',
    mixed: 'Mixed replication results',
    unclear: 'Unclear replication results',
  },
  reproduce: {
    held: 'Reproduced',
    'not-held': 'Could not be reproduced',
    mixed: 'Mixed reproduction results',
    unclear: 'Unclear reproduction results',
  },
}

const ofEarlier: Labels = {
  repeat: {
    held: 'Replicated an earlier paper',
    'not-held': 'Failed to replicate an earlier paper',
    mixed: 'Mixed results in replicating an earlier paper',
    unclear: 'Unclear results in replicating an earlier paper',
  },
  reproduce: {
    held: 'Reproduced an earlier paper',
    'not-held': 'Could not reproduce an earlier paper',
    mixed: 'Mixed results in reproducing an earlier paper',
    unclear: 'Unclear results in reproducing an earlier paper',
  },
}

/** "Failed to replicate", followed by the coders' own words if they add information. */
const labelOf = (attempt: Attempt): string => withCodings(ofPaper[verbOf([attempt])][attempt.result], attempt)

const withCodings = (label: string, { codings, source }: Attempt): string => {
  if (codings.length > 1) return `${label} (coded as ${codings.join(' and as ')})`
  const [coding = ''] = codings
  const isPlain = source === 'report' || ['successful', 'failed', 'mixed', ''].includes(coding)
  return isPlain ? label : `${label} (${coding})`
}

const webAddress = (url: string | null): string | null => {
  return url !== null && /^https?:\/\//i.test(url) ? url : null
}

const factId = (...parts: (string | null)[]): string => `fact-${hash('sha1', parts.join('\n')).slice(0, 10)}`
