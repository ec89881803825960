import { months } from '../../kit/times/index.ts'
import type { KnownFactKind, OutcomeSums, Status, StatusKind, StatusMark } from './model.ts'

/** A status as a reader meets it: always a word and a shape. */
export type StatusWords = {
  /** The word alone, as it stands before a title: "Retracted". Null where nothing is known. */
  word: string | null
  /** With its date or numbers, as it heads the page: "Retracted on 5 June 2020". */
  headline: string
  /** The same for a row of a list: "Retracted 2020", "Did not hold in 2 of 3 attempts". Null where nothing is known. */
  short: string | null
  shape: KnownFactKind | 'unknown' | 'unasked'
}

/** A status in a list: its words alone. */
export const statusMark = (status: Status): StatusMark | null => {
  const { short } = statusWords(status)
  return short === null ? null : { kind: status.kind, words: short }
}

/** The shape beside the words of a status. */
export const statusShape = (kind: StatusKind): StatusWords['shape'] => shapes[kind]

/** Puts a status into words. */
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
      return isOfReports(status) ? { shape, ...reportedWords(status) } : { shape, ...countedWords(status) }
    default:
      return {
        word,
        headline: `${word ?? ''}${dateInWords(status)}`,
        short: `${word ?? ''}${yearInWords(status)}`,
        shape,
      }
  }
}

/** "Not known right now: Crossref did not answer". Nobody is named where this site itself could not ask. */
const notAskedWords = ({ silent }: Status): string =>
  `Not known right now: ${silent.length === 0 ? 'our sources could not be asked' : `${silent.join(' and ')} did not answer`}`

const aboutWhat = (papers: number): string => (papers > 1 ? `${papers} other papers` : 'another paper')

const words: Readonly<Record<StatusKind, string | null>> = {
  retracted: 'Retracted',
  republished: 'Retracted and republished',
  'partly-retracted': 'Partly retracted',
  withdrawn: 'Withdrawn',
  concern: 'Expression of concern',
  'not-held': 'Did not hold',
  mixed: 'Mixed',
  held: 'Held',
  reinstated: 'Reinstated',
  corrected: 'Corrected',
  notice: null,
  neutral: null,
  nothing: null,
  'not-asked': null,
  'no-record': null,
}

const headlines = {
  neutral: 'Nothing known for or against it yet',
  nothing: 'Nothing known yet',
  'no-record': 'No source has this paper yet',
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

/** Whether no attempt says anything else: one word tells so everywhere, though the shape is that of mixed results. */
const isUnclear = ({ held, notHeld, mixed, unclear }: OutcomeSums): boolean =>
  unclear > 0 && held + notHeld + mixed === 0

const sum = ({ held, notHeld, mixed, unclear }: OutcomeSums): number => held + notHeld + mixed + unclear

/** Whether reports made here are the answer: no attempt is published. */
const isOfReports = ({ kind, attempts }: Status): boolean =>
  (kind === 'held' || kind === 'not-held' || kind === 'mixed') && sum(attempts) === 0

type Words = Pick<StatusWords, 'word' | 'headline' | 'short'>

/** "Held in one report here": never without who says so, also where one word stands before a title. */
const reportedWords = (status: Status): Words => {
  const { kind, reports } = status
  const all = sum(reports)
  const result = isUnclear(reports) ? 'Unclear result' : 'Mixed results'
  const word = { held: 'Held', 'not-held': 'Did not hold' }[kind as string] ?? result
  const of = kind === 'held' ? reports.held : kind === 'not-held' ? reports.notHeld : all
  const short =
    all === 1 ? `${word} in one report here` : `${word} in ${of === all ? all : `${of} of ${all}`} reports here`
  return { word: short, headline: all === 1 ? singleReport(reports) : short, short }
}

const singleReport = ({ held, notHeld, mixed }: OutcomeSums): string => {
  if (held > 0) return 'One report here says that it held'
  if (notHeld > 0) return 'One report here says that it did not hold'
  return mixed > 0 ? 'One report here found mixed results' : 'One report here has an unclear result'
}

/** What reports made here say, in sentences beside the answer; null where there are none, or the answer itself says it. */
export const reportsInWords = (status: Status): string | null => {
  const { reports } = status
  const all = sum(reports)
  const saysItself = isOfReports(status) && (all === 1 || Object.values(reports).includes(all))
  const counted = all === 0 || saysItself ? [] : [all === 1 ? singleReport(reports) : severalReports(reports)]
  const { uncounted } = reports
  const more = all > 0 ? ' more' : ''
  const left =
    uncounted === 0
      ? []
      : [
          uncounted === 1
            ? `${all > 0 ? 'One more' : 'One report here'} is not counted: it has no public material, or one moderator alone has approved it`
            : `${uncounted}${more}${all > 0 ? '' : ' reports here'} are not counted: they have no public material, or one moderator alone has approved them`,
        ]
  const sentences = [...counted, ...left]
  return sentences.length === 0 ? null : sentences.map(sentence => `${sentence}.`).join(' ')
}

/** "2 reports here: 1 held, 1 did not". */
const severalReports = (reports: OutcomeSums): string => `${sum(reports)} reports here: ${told(reports)}`

/**
 * "Did not hold in 4 of 6 attempts" · "Mixed results in 6 attempts: 3 held, 2 did not, 1 unclear". A small number never stands without its
 * n, and where attempts disagree each of them is told.
 */
const countedWords = ({ kind, attempts }: Status): Words => {
  const { held, notHeld, mixed, unclear } = attempts
  const all = sum(attempts)
  const result = isUnclear(attempts) ? 'Unclear result' : 'Mixed result'
  const said = { held: 'Held', 'not-held': 'Did not hold' }[kind as string] ?? result
  const word = kind === 'mixed' && isUnclear(attempts) ? 'Unclear' : words[kind]
  if (all === 1)
    return { word, headline: `${said} in the one attempt to repeat it`, short: `${said} in the one attempt` }
  if (kind !== 'mixed') {
    const counted = `${said} in ${kind === 'held' ? held : notHeld} of ${all} attempts`
    return { word, headline: counted, short: counted }
  }
  const short = `${said}s in ${all} attempts`
  return { word, headline: mixed === all || unclear === all ? short : `${short}: ${told(attempts)}`, short }
}

const told = ({ held, notHeld, mixed, unclear }: OutcomeSums): string =>
  [
    ...(held > 0 ? [`${held} held`] : []),
    ...(notHeld > 0 ? [`${notHeld} did not${held > 0 ? '' : ' hold'}`] : []),
    ...(mixed > 0 ? [`${mixed} mixed`] : []),
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
  ].join(', ')

/** "Repeated between 2012 and 2015, according to FORRT." · "According to Crossref." Empty where nobody is named. */
export const toldBy = ({ source, repeated }: Pick<Status, 'source' | 'repeated'>): string => {
  if (source === null) return ''
  if (repeated === null) return `According to ${source.name}.`
  const { first, last } = repeated
  const when = first === last ? `in ${first}` : `between ${first} and ${last}`
  return `Repeated ${when}, according to ${source.name}.`
}

type When = Pick<Status, 'date' | 'dateIsLatest'>

/** " on 5 June 2020" · " in June 2020" · " in 2020" · " in 2020 or earlier" · "". */
export const dateInWords = ({ date, dateIsLatest }: When): string => {
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

/** One sentence for a citation's note: the status with its date, who says so, and where to read it. Null where nothing is known. */
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
