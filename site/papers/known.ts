import { hash } from 'node:crypto'
import { type Doi, doiUrl, paths, storedDoi } from '../doi/index.ts'
import type { KnownFact, KnownFactKind, KnownModel } from './model.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { type NoticeVerb, summarise, type Tally } from './summary.ts'
import {
  hidesRetraction,
  isTitledAsNotice,
  meaningOfUpdate,
  replacedByNewer,
  type UpdateMeaning,
} from './update-types.ts'

/** Where a stored update came from: the import file, our own list, or Crossref's answer, which names who said it. */
export type UpdateSource = 'crossref' | 'starter' | 'publisher' | 'retraction-watch'

/** A correction, retraction and so on, as stored: `doi` is what it is about, `noticeDoi` where it is announced. */
export type UpdateEntry = {
  doi: string
  type: string
  noticeDoi: string | null
  /** ISO 8601, as exact as the source gives it. */
  date: string | null
  /** The source says that the paper is retracted, whatever this entry is about. */
  retracted: boolean
  /** Title of the notice. */
  title: string | null
  source: UpdateSource
}

/** An attempt to repeat `originalDoi`, as stored. */
export type ReplicationEntry = {
  originalDoi: string
  replicationDoi: string | null
  /** Address of an attempt that has no DOI. */
  replicationUrl: string | null
  type: string
  outcome: string
  quote: string | null
  originalTitle: string | null
  originalYear: number | null
  replicationTitle: string | null
  replicationYear: number | null
  /** Who coded it: FORRT's coders, or we ourselves for our own list. */
  source: 'forrt' | 'starter'
}

/** All that the stores hold about one paper, whichever side of an entry it stands on. */
export type Evidence = {
  doi: Doi
  /** Year of publication, when known: where the line begins. */
  year: number | null
  /** A record of the paper says that it is retracted, and who says so. */
  retractedBy: string | null
  updates: readonly UpdateEntry[]
  replications: readonly ReplicationEntry[]
  /** What we know of the other papers that entries name, to fill in titles and years. */
  lookUp: (doi: string) => { title: string | null; year: number | null } | null
}

const crossrefSource = { name: 'Crossref', href: 'https://www.crossref.org' }
/** Beside it stands the link to the notice or the replication: that is where a reader can check it. */
const ownList = { name: 'Corroborate’s own list', href: null }
const coders: Readonly<Record<ReplicationEntry['source'], KnownFact['source']>> = {
  forrt: { name: 'FORRT (CC BY 4.0)', href: 'https://forrt.org' },
  starter: ownList,
}
const sourceNames: Readonly<Record<UpdateSource, KnownFact['source']>> = {
  crossref: crossrefSource,
  starter: ownList,
  publisher: { name: 'the publisher, through Crossref', href: crossrefSource.href },
  'retraction-watch': { name: 'Retraction Watch, through Crossref', href: 'https://retractionwatch.com' },
}
/** In this order they are believed about the day: the import file dates only the last change of Crossref's record. */
const trust: Readonly<Record<UpdateSource, number>> = { 'retraction-watch': 0, publisher: 1, starter: 2, crossref: 3 }

/** In this order they are named: our own list only where nobody else tells of the event. */
const authority: Readonly<Record<UpdateSource, number>> = { ...trust, starter: 4 }

/** What is known about a paper, from all that the stores hold about it, as of `now` (epoch milliseconds). */
export function knownFrom(evidence: Evidence, now: number): KnownModel {
  const updates = oneWay(evidence).map(update => dated(update, evidence.lookUp))
  const replications = worthTelling(evidence.replications).map(entry => withLookedUp(entry, evidence.lookUp))
  const events = mergeEvents(updates.filter(update => update.doi === evidence.doi))
  const attempts = mergeAttempts(replications.filter(entry => entry.originalDoi === evidence.doi))
  const repeated = mergeAttempts(replications.filter(entry => entry.replicationDoi === evidence.doi))
  const announced = mergeEvents(
    updates.filter(update => update.noticeDoi === evidence.doi && update.doi !== evidence.doi),
  )
  const unannounced = isRetractedWithoutNotice(evidence, events) ? [retractionWithoutNotice(evidence)] : []

  const facts = [
    ...unannounced,
    ...events.map(event => factOfEvent(event)),
    ...attempts.map(factOfAttempt),
    ...repeated.map(factOfRepeated),
    ...announced.map(event => factOfAnnounced(event, evidence.lookUp)),
  ].toSorted(newestFirst)

  const thisYear = new Date(now).getUTCFullYear()
  const years = facts.map(fact => fact.year).filter(year => year !== null)
  const from = Math.min(evidence.year ?? Number.POSITIVE_INFINITY, ...years, thisYear)
  const to = Math.max(thisYear, ...years)
  return {
    summary: summarise(tallyOf(events, attempts, unannounced.length, repeated, announced)),
    from,
    to,
    facts,
  }
}

/** An update, and whether its date is that of Crossref's record rather than that of the notice. */
type DatedUpdate = UpdateEntry & { datesRecord: boolean }

/** The import file dates the last change of a record, often years after the notice: the year of the notice itself is nearer. */
function dated(update: UpdateEntry, lookUp: Evidence['lookUp']): DatedUpdate {
  if (update.source !== 'crossref') return { ...update, datesRecord: false }
  const elsewhere = update.noticeDoi !== null && update.noticeDoi !== update.doi
  const year = elsewhere ? (lookUp(update.noticeDoi ?? '')?.year ?? null) : null
  return year !== null && (update.date === null || year < Number(update.date.slice(0, 4)))
    ? { ...update, date: isoYear(year), datesRecord: false }
    : { ...update, datesRecord: update.date !== null }
}

/**
 * Publishers deposit some notices the wrong way round as well, so that paper and notice correct each other. One of the two holds: what
 * our own list says, else the one whose notice is titled like one.
 */
function oneWay({ doi, updates }: Evidence): UpdateEntry[] {
  const weight = ({ source, title }: UpdateEntry) => (source === 'starter' ? 2 : isTitledAsNotice(title) ? 1 : 0)
  return updates.filter(update => {
    if (!isAnnouncedElsewhere(update)) return true
    const reverse = updates.filter(other => other.doi === update.noticeDoi && other.noticeDoi === update.doi)
    const rival = Math.max(-1, ...reverse.map(weight))
    return weight(update) > rival || (weight(update) === rival && update.doi === doi)
  })
}

/** Without papers that are coded as repeating themselves; of an attempt that FORRT has coded we need no coding of our own. */
function worthTelling(entries: readonly ReplicationEntry[]): ReplicationEntry[] {
  const pair = ({ originalDoi, replicationDoi }: ReplicationEntry) => `${originalDoi} ${replicationDoi}`
  const coded = new Set(entries.filter(({ source }) => source !== 'starter').map(pair))
  return entries.filter(
    entry => entry.originalDoi !== entry.replicationDoi && (entry.source !== 'starter' || !coded.has(pair(entry))),
  )
}

function withLookedUp(entry: ReplicationEntry, lookUp: Evidence['lookUp']): ReplicationEntry {
  const original = entry.originalTitle === null ? lookUp(entry.originalDoi) : null
  const needed = entry.replicationDoi !== null && (entry.replicationTitle === null || entry.replicationYear === null)
  const replication = needed && entry.replicationDoi !== null ? lookUp(entry.replicationDoi) : null
  return {
    ...entry,
    originalTitle: entry.originalTitle ?? original?.title ?? null,
    replicationTitle: entry.replicationTitle ?? replication?.title ?? null,
    replicationYear: entry.replicationYear ?? replication?.year ?? null,
  }
}

type Event = DatedUpdate & { meaning: UpdateMeaning; sources: UpdateSource[] }

/** What the entries say of the paper itself, for a paper that no source of facts has. */
export function factsInEvidence({ doi, replications, updates }: Pick<Evidence, 'doi' | 'replications' | 'updates'>): {
  title: string | null
  year: number | null
} {
  const announced = updates.filter(update => update.noticeDoi === doi)
  const original = replications.filter(entry => entry.originalDoi === doi)
  const attempt = replications.filter(entry => entry.replicationDoi === doi)
  const first = <T>(values: (T | null)[]): T | null => values.find(value => value !== null) ?? null
  return {
    title: first([
      ...original.map(entry => entry.originalTitle),
      ...attempt.map(entry => entry.replicationTitle),
      ...announced.map(update => update.title),
    ]),
    year: first([...original.map(entry => entry.originalYear), ...attempt.map(entry => entry.replicationYear)]),
  }
}

/**
 * One entry for each event. Entries that name one notice are one event, the gravest of what they say it is; entries of one kind also
 * when they name one day.
 */
function mergeEvents(updates: readonly DatedUpdate[]): Event[] {
  const events: Event[] = []
  for (const update of updates.toSorted((a, b) => trust[a.source] - trust[b.source])) {
    const meaning = meaningOfUpdate(update)
    const known = events.find(event => isSameEvent(event, { ...update, meaning }))
    if (known === undefined) events.push({ ...update, meaning, sources: [update.source] })
    else {
      if (!known.sources.includes(update.source)) known.sources.push(update.source)
      if (gravestFirst.indexOf(meaning.kind) < gravestFirst.indexOf(known.meaning.kind)) known.meaning = meaning
      if (known.date === null || isBetterDate(update, known.date, known.datesRecord)) {
        known.date = update.date
        known.datesRecord = update.datesRecord
      }
      if (!isAnnouncedElsewhere(known) && update.noticeDoi !== null && update.noticeDoi !== known.noticeDoi) {
        known.noticeDoi = update.noticeDoi
        known.title = update.title
      }
      if (known.noticeDoi === update.noticeDoi) known.title ??= update.title
    }
  }
  return events
}

type Told = UpdateEntry & { meaning: UpdateMeaning }

function isSameEvent(a: Told, b: Told): boolean {
  const sameNotice = a.noticeDoi !== null && a.noticeDoi === b.noticeDoi
  if (a.doi === b.doi && sameNotice && isAnnouncedElsewhere(a)) return true
  if (a.doi !== b.doi || a.meaning.kind !== b.meaning.kind) return false
  if (a.source === b.source) {
    const notTwoNotices = !isAnnouncedElsewhere(a) || !isAnnouncedElsewhere(b)
    return sameNotice ? a.meaning.label === b.meaning.label : a.date !== null && a.date === b.date && notTwoNotices
  }
  const bothRetract = isWholeRetraction(a) && isWholeRetraction(b)
  if (isAnnouncedElsewhere(a) && isAnnouncedElsewhere(b))
    return bothRetract ? meet(a.date, b.date) : isSameDay(a.date, b.date)
  // A paper is retracted once: a source that does not say where it was announced tells of the retraction that another does.
  return bothRetract || isSameDay(a.date, b.date) || (sameNotice && a.meaning.label === b.meaning.label)
}

function isAnnouncedElsewhere({ doi, noticeDoi }: UpdateEntry): boolean {
  return noticeDoi !== null && noticeDoi !== doi
}

function isWholeRetraction({ meaning }: Told): boolean {
  return meaning.kind === 'retraction' && meaning.noun.one !== 'partial retraction'
}

function isSameDay(a: string | null, b: string | null): boolean {
  return a !== null && a === b && a.length > 4
}

/** Dates are as exact as their source: "2010-02" and "2010-02-06" can be one day. */
function meet(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && (a.startsWith(b) || b.startsWith(a))
}

/** A day of the event is better than its year or month; of two dates of records the earlier says more. */
function isBetterDate({ date, datesRecord }: DatedUpdate, known: string, knownDatesRecord: boolean): boolean {
  return (
    date !== null &&
    (datesRecord ? knownDatesRecord && date < known : date.length > known.length && date.startsWith(known))
  )
}

type Attempt = ReplicationEntry & { result: Outcome; codings: string[] }

/** One entry for each pair of papers: coders who read the same attempt differently make it mixed, not two attempts. */
function mergeAttempts(entries: readonly ReplicationEntry[]): Attempt[] {
  const attempts = new Map<string, Attempt>()
  for (const entry of entries) {
    const key = `${entry.originalDoi} ${entry.replicationDoi ?? entry.replicationUrl ?? entry.replicationTitle} ${entry.type}`
    const known = attempts.get(key)
    const result = outcomeOf(entry.outcome)
    if (known === undefined) attempts.set(key, { ...entry, result, codings: [entry.outcome] })
    else {
      if (!known.codings.includes(entry.outcome)) known.codings.push(entry.outcome)
      known.result = combined(known.result, result)
      known.quote ??= entry.quote
      known.originalTitle ??= entry.originalTitle
      known.originalYear ??= entry.originalYear
      known.replicationTitle ??= entry.replicationTitle
      known.replicationYear ??= entry.replicationYear
    }
  }
  return [...attempts.values()]
}

function combined(a: Outcome, b: Outcome): Outcome {
  if (a === b || b === 'unclear') return a
  return a === 'unclear' ? b : 'mixed'
}

function isRetractedWithoutNotice({ updates, retractedBy, doi }: Evidence, events: readonly Event[]): boolean {
  return (
    !events.some(event => event.meaning.kind === 'retraction' || event.meaning.kind === 'reinstatement') &&
    (retractedBy !== null || updates.some(update => update.doi === doi && hidesRetraction(update)))
  )
}

function retractionWithoutNotice({ doi, retractedBy }: Evidence): KnownFact {
  return {
    id: factId('retraction', doi),
    year: null,
    date: null,
    dateIsLatest: false,
    kind: 'retraction',
    label: 'Retraction',
    title: null,
    doi: null,
    href: doiUrl(doi),
    source: retractedBy === null ? crossrefSource : { name: retractedBy, href: null },
    quote: null,
  }
}

function factOfEvent(event: Event): KnownFact {
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
    source: sourceOf(event),
    quote: null,
  }
}

function factOfAnnounced(event: Event, lookUp: Evidence['lookUp']): KnownFact {
  const { doi, type, noticeDoi, date, meaning } = event
  return {
    id: factId('notice', doi, type, noticeDoi, date),
    ...whenOf(event),
    kind: 'notice',
    label: meaning === replacedByNewer ? 'Replaces an earlier version' : announcedLabels[meaning.kind],
    title: lookUp(doi)?.title ?? null,
    doi,
    href: paths.paper(storedDoi(doi)),
    source: sourceOf(event),
    quote: null,
  }
}

/** The last change of a record says by when its notice was there, so that no more than the year of it is told. */
function whenOf({ date, datesRecord }: Event): Pick<KnownFact, 'year' | 'date' | 'dateIsLatest'> {
  return { year: yearOf(date), date: datesRecord ? (date?.slice(0, 4) ?? null) : date, dateIsLatest: datesRecord }
}

const announcedLabels: Readonly<Record<UpdateMeaning['kind'], string>> = {
  correction: 'Corrects another paper',
  retraction: 'Retracts another paper',
  concern: 'Raises concern about another paper',
  reinstatement: 'Reinstates another paper',
  notice: 'Is a notice about another paper',
}

const verbs: Readonly<Record<UpdateMeaning['kind'], NoticeVerb>> = {
  correction: 'corrects',
  retraction: 'retracts',
  concern: 'raises concern about',
  reinstatement: 'reinstates',
  notice: 'is a notice about',
}

function factOfAttempt(attempt: Attempt): KnownFact {
  const doi = attempt.replicationDoi === null ? null : storedDoi(attempt.replicationDoi)
  return {
    id: factId('attempt', attempt.originalDoi, attempt.replicationDoi, attempt.replicationUrl, attempt.type),
    year: attempt.replicationYear,
    date: attempt.replicationYear === null ? null : isoYear(attempt.replicationYear),
    dateIsLatest: false,
    kind: kindOfOutcome[attempt.result],
    label: labelOf(attempt),
    title: attempt.replicationTitle,
    doi,
    href: doi === null ? webAddress(attempt.replicationUrl) : doiUrl(doi),
    source: coders[attempt.source],
    quote: attempt.quote === null ? null : readableQuote(attempt.quote),
  }
}

function factOfRepeated(attempt: Attempt): KnownFact {
  const original = storedDoi(attempt.originalDoi)
  return {
    id: factId('repeats', attempt.originalDoi, attempt.replicationDoi, attempt.type),
    year: attempt.replicationYear,
    date: attempt.replicationYear === null ? null : isoYear(attempt.replicationYear),
    dateIsLatest: false,
    kind: 'notice',
    label: `Tries to ${verbOf([attempt])} an earlier paper: ${labelOf(attempt).replace(/^.*?: /, '')}`,
    title: attempt.originalTitle,
    doi: original,
    href: paths.paper(original),
    source: coders[attempt.source],
    quote: attempt.quote === null ? null : readableQuote(attempt.quote),
  }
}

const kindOfOutcome: Readonly<Record<Outcome, KnownFactKind>> = {
  held: 'held',
  'not-held': 'not-held',
  mixed: 'mixed',
  unclear: 'mixed',
}
const wordsOfOutcome: Readonly<Record<Outcome, string>> = {
  held: 'held',
  'not-held': 'did not hold',
  mixed: 'mixed',
  unclear: 'unclear',
}

/** "Replication: held"; what the coders wrote is added where our word says less. */
function labelOf({ type, result, codings }: Attempt): string {
  const what = type === 'reproduction' ? 'Reproduction' : 'Replication'
  const plain = ['successful', 'failed', 'mixed', ''].includes(codings[0] ?? '')
  if (codings.length > 1) return `${what}: ${wordsOfOutcome[result]} (coded as ${codings.join(' and as ')})`
  return plain ? `${what}: ${wordsOfOutcome[result]}` : `${what}: ${wordsOfOutcome[result]} (${codings[0]})`
}

/** A reproduction works the original's data through again, a replication collects new ones; "repeat" is said of both together. */
function verbOf(attempts: readonly Attempt[]): 'repeat' | 'reproduce' {
  return attempts.length > 0 && attempts.every(({ type }) => type === 'reproduction') ? 'reproduce' : 'repeat'
}

function tallyOf(
  events: readonly Event[],
  attempts: readonly Attempt[],
  unannounced: number,
  repeated: readonly Attempt[],
  announced: readonly Event[],
): Tally {
  const nouns = new Map<string, Tally['updates'][number]>()
  const count = (kind: UpdateMeaning['kind'], noun: UpdateMeaning['noun'], by: number) => {
    const entry = nouns.get(`${gravestFirst.indexOf(kind)} ${noun.one}`) ?? { noun, count: 0 }
    nouns.set(`${gravestFirst.indexOf(kind)} ${noun.one}`, { noun, count: entry.count + by })
  }
  if (unannounced > 0) count('retraction', { one: 'retraction', many: 'retractions' }, unannounced)
  for (const { meaning } of events) if (meaning !== replacedByNewer) count(meaning.kind, meaning.noun, 1)

  const outcomes: Tally['outcomes'] = { held: 0, 'not-held': 0, mixed: 0, unclear: 0 }
  for (const { result } of attempts) outcomes[result] += 1
  const replaced = announced.filter(({ meaning }) => meaning === replacedByNewer)
  const notices = gravestFirst.map(kind => {
    const about = announced.filter(event => !replaced.includes(event) && event.meaning.kind === kind)
    return { verb: verbs[kind], count: new Set(about.map(update => update.doi)).size }
  })
  return {
    updates: [...nouns].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
    outcomes,
    attemptsTo: verbOf(attempts),
    replacedBy: events.filter(({ meaning }) => meaning === replacedByNewer).length,
    replaces: new Set(replaced.map(update => update.doi)).size,
    repeats: repeated.length,
    repeatsTo: verbOf(repeated),
    notices,
  }
}

const gravestFirst: readonly UpdateMeaning['kind'][] = [
  'retraction',
  'reinstatement',
  'concern',
  'correction',
  'notice',
]

/** Newest first; a retraction without a date comes before all, anything else without one after. */
function newestFirst(a: KnownFact, b: KnownFact): number {
  const [left, right] = [sortKey(a), sortKey(b)]
  if (left !== right) return left < right ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function sortKey({ date, kind }: KnownFact): string {
  return date ?? (kind === 'retraction' ? '9999' : '0000')
}

/** The best source of those that tell of an event, and what there is to know about its date. */
function sourceOf({ sources, datesRecord }: Event): KnownFact['source'] {
  if (sources.includes('retraction-watch') && sources.includes('publisher'))
    return { name: 'Retraction Watch and the publisher, through Crossref', href: sourceNames['retraction-watch'].href }
  const [best = 'crossref'] = sources.toSorted((a, b) => authority[a] - authority[b])
  const source = sourceNames[best]
  return datesRecord ? { ...source, name: `${source.name} (date of its record)` } : source
}

/** Coders join passages by "||", and sometimes the same passage twice. */
function readableQuote(quote: string): string {
  const passages = [...new Set(quote.split('||').map(passage => passage.replace(/\s+/g, ' ').trim()))].filter(
    passage => passage !== '',
  )
  const text = passages.join(' … ')
  if (text.length <= longestQuote) return text
  return `${text.slice(0, text.lastIndexOf(' ', longestQuote) + 1 || longestQuote).trimEnd()} …`
}

const longestQuote = 500

function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null
}
function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4))
}
function isoYear(year: number): string {
  return String(year).padStart(4, '0')
}
function factId(...parts: (string | null)[]): string {
  return `fact-${hash('sha1', parts.join('\n')).slice(0, 10)}`
}
