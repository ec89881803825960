import { months } from '../../kit/times/times.ts'
import type { KnownFactKind, OutcomeSums, Status, StatusKind, StatusMark } from './model.ts'

/** A status as a reader meets it: always a word and a shape. */
export type StatusWords = {
  /** The word alone, as it stands before a title: "Retracted". Null where nothing is known. */
  word: string | null
  /** With its date or numbers, as it heads the page: "Retracted on 5 June 2020". */
  headline: string
  /** The same for a row of a list: "Retracted 2020", "Failed to replicate (2 of 3 studies)". Null where nothing is known. */
  short: string | null
  shape: KnownFactKind | 'unknown' | 'unasked'
}

/** Status for a list: label only. */
export const statusMark = (status: Status): StatusMark | null => {
  const { short } = statusWords(status)
  return short === null ? null : { kind: status.kind, words: short }
}

export const statusShape = (kind: StatusKind): StatusWords['shape'] => shapes[kind]

export const statusWords = (status: Status): StatusWords => {
  const { kind, announces } = status
  const shape = shapes[kind]
  const word = words[kind]
  switch (kind) {
    case 'notice':
      return {
        word: null,
        headline: `This is the notice that ${announces?.verb ?? 'is about'} ${aboutWhat(announces?.papers.length ?? 0)}`,
        short: noticeNames[announces?.verb ?? 'corrects'],
        shape,
      }
    case 'not-asked':
      return { word: null, headline: notAskedWords(status), short: null, shape }
    case 'neutral':
    case 'nothing':
    case 'no-record':
      return { word: null, headline: headlines[kind], short: null, shape }
    case 'held':
    case 'not-held':
    case 'mixed':
      return { shape, ...countedWords(status) }
    default:
      return {
        word,
        headline: `${word ?? ''}${formatDate(status)}`,
        short: `${word ?? ''}${yearInWords(status)}`,
        shape,
      }
  }
}

/** "Status unavailable: Crossref did not respond". No source is named if this site could not send the request. */
const notAskedWords = ({ silent }: Status): string =>
  `Status unavailable: ${silent.length === 0 ? 'our sources could not be reached' : `${silent.join(' and ')} did not respond`}`

const aboutWhat = (papers: number): string => (papers > 1 ? `${papers} other papers` : 'another paper')

const words: Readonly<Record<StatusKind, string | null>> = {
  retracted: 'Retracted',
  republished: 'Retracted and republished',
  'partly-retracted': 'Partly retracted',
  withdrawn: 'Withdrawn',
  concern: 'Expression of concern',
  'not-held': 'Failed to replicate',
  mixed: 'Mixed replication results',
  held: 'Replicated',
  reinstated: 'Reinstated',
  corrected: 'Corrected',
  notice: null,
  neutral: null,
  nothing: null,
  'not-asked': null,
  'no-record': null,
}

const headlines = {
  neutral: 'No evidence for or against this paper found',
  nothing: 'No retractions, corrections or replications found',
  'no-record': 'No record found for this DOI',
} as const

const shapes: Readonly<Record<StatusKind, StatusWords['shape']>> = {
  retracted: 'retraction',
  republished: 'retraction',
  'partly-retracted': 'retraction',
  withdrawn: 'retraction',
  concern: 'concern',
  'not-held': 'not-held',
  mixed: 'mixed',
  held: 'held',
  reinstated: 'reinstatement',
  corrected: 'correction',
  notice: 'notice',
  neutral: 'unknown',
  nothing: 'unknown',
  'not-asked': 'unasked',
  'no-record': 'unknown',
}

const noticeNames = {
  retracts: 'Retraction notice',
  'retracts a part of': 'Notice of a partial retraction',
  withdraws: 'Withdrawal notice',
  'raises concern about': 'Expression of concern about another paper',
  reinstates: 'Reinstatement notice',
  corrects: 'Correction notice',
} as const

/** True if every outcome is unclear: the text says so, though the shape is that of mixed results. */
const isUnclear = ({ held, notHeld, mixed, unclear }: OutcomeSums): boolean =>
  unclear > 0 && held + notHeld + mixed === 0

const sum = ({ held, notHeld, mixed, unclear }: OutcomeSums): number => held + notHeld + mixed + unclear

/** True if community reports decide the status: no replication or reproduction is published. */
const isOfReports = ({ kind, attempts }: Status): boolean =>
  (kind === 'held' || kind === 'not-held' || kind === 'mixed') && sum(attempts) === 0

/** Outcome labels for replications and for reproductions (of the analysis). */
const outcomeNames = {
  replication: { held: 'Replicated', 'not-held': 'Failed to replicate', results: 'replication results' },
  reproduction: { held: 'Reproduced', 'not-held': 'Could not be reproduced', results: 'reproduction results' },
} as const

type Words = Pick<StatusWords, 'word' | 'headline' | 'short'>

/**
 * "Failed to replicate (4 of 6 studies)" · "Mixed replication results: 3 replicated, 2 failed, 1 unclear" · "Reproduced (1 of 1 community
 * report)". A small number never stands without its n, and where attempts disagree each of them is counted. Community reports are named
 * as such everywhere, also where one word stands before a title.
 */
const countedWords = (status: Status): Words => {
  const { kind, attempts, reports, isReproduction } = status
  const ofReports = isOfReports(status)
  const counts = ofReports ? reports : attempts
  const all = sum(counts)
  const names = outcomeNames[isReproduction || ofReports ? 'reproduction' : 'replication']
  const noun = ofReports ? 'community report' : all === 1 ? 'study' : 'studies'
  const studies = `${noun}${ofReports && all !== 1 ? 's' : ''}`
  if (kind !== 'mixed') {
    const decisive = kind === 'held' ? 'held' : 'not-held'
    const counted = `${names[decisive]} (${kind === 'held' ? counts.held : counts.notHeld} of ${all} ${studies})`
    return { word: ofReports ? counted : names[decisive], headline: counted, short: counted }
  }
  const result = `${isUnclear(counts) ? 'Unclear' : 'Mixed'} ${names.results}`
  const short = `${result} (${all} ${studies})`
  const alike = counts.mixed === all || counts.unclear === all
  return {
    word: ofReports ? short : result,
    headline: alike ? short : `${ofReports ? short : result}: ${countsInWords(counts, names.held.toLowerCase())}`,
    short,
  }
}

const countsInWords = ({ held, notHeld, mixed, unclear }: OutcomeSums, success: string): string =>
  [
    ...(held > 0 ? [`${held} ${success}`] : []),
    ...(notHeld > 0 ? [`${notHeld} failed`] : []),
    ...(mixed > 0 ? [`${mixed} mixed`] : []),
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
  ].join(', ')

/** Summary of counted community reports beside a published status; null if there are none, or if they are the status. */
export const summarizeReports = (status: Status): string | null => {
  const all = sum(status.reports)
  if (all === 0 || isOfReports(status)) return null
  return `${all} community ${all === 1 ? 'report' : 'reports'}: ${countsInWords(status.reports, 'reproduced')}.`
}

/** "Studies published between 2012 and 2015, according to FORRT." · "According to Crossref." Empty if no source is named. */
export const toldBy = ({ source, repeated, attempts }: Pick<Status, 'source' | 'repeated' | 'attempts'>): string => {
  if (source === null) return ''
  if (repeated === null) return `According to ${source.name}.`
  const { first, last } = repeated
  const when = first === last ? `in ${first}` : `between ${first} and ${last}`
  return `${sum(attempts) === 1 ? 'Study' : 'Studies'} published ${when}, according to ${source.name}.`
}

type When = Pick<Status, 'date' | 'dateIsLatest'>

/** " on 5 June 2020" · " in June 2020" · " in 2020" · " in 2020 or earlier" · "". */
export const formatDate = ({ date, dateIsLatest }: When): string => {
  if (date === null) return ''
  const [year, month, day] = date.split('-').map(Number)
  const name = months[(month ?? 0) - 1]
  if (dateIsLatest || name === undefined) return ` in ${year}${dateIsLatest ? ' or earlier' : ''}`
  return day === undefined ? ` in ${name} ${year}` : ` on ${day} ${name} ${year}`
}

/** The same for a list. */
const yearInWords = ({ date, dateIsLatest }: When): string => {
  if (date === null) return ''
  const year = date.slice(0, 4)
  return dateIsLatest ? ` in ${year} or earlier` : ` ${year}`
}

/** Citation note: the status with date, source and URL. Null if nothing is known. */
export const statusNote = (status: Status): string | null => {
  const { word, headline } = statusWords(status)
  if (status.kind === 'notice') return `${headline}${listed(status)}.`
  if (word === null) return null
  const source = status.source === null ? '' : `, according to ${status.source.name}`
  const notice = status.notice === null ? '' : ` Notice: ${status.notice.href}.`
  const again = status.republished === null ? '' : ` Published again: https://doi.org/${status.republished.doi}.`
  return `${headline}${source}.${notice}${again}`
}

const listed = ({ announces }: Status): string => {
  const papers = announces?.papers ?? []
  const links = papers.map(({ doi }) => `https://doi.org/${doi}`).join(', ')
  return papers.length === 0 ? '' : `: ${links}${announces?.byTitle ? ' (found by its title)' : ''}`
}
