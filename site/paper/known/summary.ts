import type { Noun } from './model.ts'
import type { Outcome } from './outcomes.ts'

/** Counts in the status message. Nouns are those of `update-types.ts`, in display order. */
export type KnownCounts = {
  updates: { noun: Noun; count: number }[]
  outcomes: Record<Outcome, number>
  attemptsTo: 'repeat' | 'reproduce'
  /** True if there are community reports, which have their own message. */
  hasReports: boolean
  /** Number of newer versions that replace the paper. */
  replacedBy: number
  /** Number of earlier versions it replaces. */
  replaces: number
  /** Number of earlier papers it replicates. */
  repeats: number
  repeatsTo: 'repeat' | 'reproduce'
  /** Outcomes of its replications. */
  repeatOutcomes: Record<Outcome, number>
  /** True if it is the republished version of a retracted paper. */
  republishes: boolean
  /** Effects on other papers if it is a notice. */
  notices: { verb: NoticeVerb; count: number }[]
  /** Number of approved notes. */
  notes: number
}

export type NoticeVerb =
  | 'corrects'
  | 'retracts'
  | 'retracts a part of'
  | 'withdraws'
  | 'raises concern about'
  | 'reinstates'
  | 'is a notice about'

/**
 * Summarizes a paper's evidence in one or a few short sentences: "One correction, five replications. Three succeeded, one failed, one is
 * unclear."
 */
export const summarise = (known: KnownCounts): string => {
  const attempts = sum(Object.values(known.outcomes))
  const counted = known.updates
    .filter(({ count }) => count > 0)
    .map(({ noun, count }) => `${inWords(count)} ${plural(count, noun.one, noun.many)}`)
  if (attempts > 0) counted.push(studies(known.outcomes, nounOf[known.attemptsTo]))

  const sentences = [
    ...(counted.length > 0 ? [counted.join(', ')] : []),
    ...(attempts > 1 ? [results(known.outcomes, attempts)] : []),
    ...(known.replacedBy > 0 ? ['a newer version has replaced it'] : []),
    ...(known.replaces > 0 ? [`it replaces ${others(known.replaces, 'an earlier version', 'earlier versions')}`] : []),
    ...(known.republishes ? ['it was published in place of a retracted paper'] : []),
    ...(known.repeats > 0
      ? [
          `it is itself ${repetition(known)} of ${others(known.repeats, 'an earlier paper', 'earlier papers')}${found(known)}`,
        ]
      : []),
    ...known.notices
      .filter(({ count }) => count > 0)
      .map(({ verb, count }) => `it ${verb} ${others(count, 'another paper', 'other papers')}`),
  ]
  if (sentences.length === 0)
    sentences.push(`no retractions, corrections or ${known.hasReports ? 'published ' : ''}replications found`)
  if (known.notes > 0) sentences.push(`${inWords(known.notes)} community ${plural(known.notes, 'note', 'notes')}`)
  return sentences.map(sentence => `${capital(sentence)}.`).join(' ')
}

const nounOf = { repeat: 'replication', reproduce: 'reproduction' } as const
type StudyNoun = (typeof nounOf)[keyof typeof nounOf]

/** "one failed replication" · "one replication with mixed results" · "five replications". */
const studies = (outcomes: KnownCounts['outcomes'], noun: StudyNoun): string => {
  const all = sum(Object.values(outcomes))
  return all > 1 ? `${inWords(all)} ${noun}s` : single(outcomes, 'one', noun)
}

const single = (outcomes: KnownCounts['outcomes'], article: string, noun: StudyNoun): string => {
  if (outcomes.held === 1) return `${article} successful ${noun}`
  if (outcomes['not-held'] === 1) return `${article} failed ${noun}`
  return `${article} ${noun} with ${outcomes.mixed === 1 ? 'mixed' : 'unclear'} results`
}

/** "a failed replication" for one attempt, "a replication" for several. */
const repetition = ({ repeatsTo, repeatOutcomes }: KnownCounts): string => {
  const { held, 'not-held': not } = repeatOutcomes
  const isDecided = sum(Object.values(repeatOutcomes)) === 1 && held + not === 1
  return isDecided ? single(repeatOutcomes, 'a', nounOf[repeatsTo]) : `a ${nounOf[repeatsTo]}`
}

/** Outcomes of a replication paper: ", with mixed results" · ". Of those papers 15 succeeded, 13 failed". */
const found = ({ repeats, repeatOutcomes }: KnownCounts): string => {
  const attempts = sum(Object.values(repeatOutcomes))
  const { mixed, unclear } = repeatOutcomes
  if (attempts === 1) return mixed === 1 ? ', with mixed results' : unclear === 1 ? ', with unclear results' : ''
  const times = attempts === repeats ? '' : `, in ${inWords(attempts)} attempts`
  const endedAlike = Object.values(repeatOutcomes).includes(attempts)
  // Bare numbers would read as replications of this paper.
  const ofWhat = endedAlike ? ': ' : `. Of those ${attempts === repeats ? 'papers' : 'attempts'} `
  return `${times}${ofWhat}${results(repeatOutcomes, attempts)}`
}

const results = ({ held, mixed, unclear, 'not-held': not }: KnownCounts['outcomes'], attempts: number): string => {
  const all = attempts === 2 ? 'both' : `all ${inWords(attempts)}`
  if (held === attempts) return `${all} succeeded`
  if (not === attempts) return `${all} failed`
  if (mixed === attempts) return `${all} gave mixed results`
  if (unclear === attempts) return `${all} gave unclear results`
  return [
    ...(held > 0 ? [`${inWords(held)} succeeded`] : []),
    ...(not > 0 ? [`${inWords(not)} failed`] : []),
    ...(mixed > 0 ? [`${inWords(mixed)} ${plural(mixed, 'is', 'are')} mixed`] : []),
    ...(unclear > 0 ? [`${inWords(unclear)} ${plural(unclear, 'is', 'are')} unclear`] : []),
  ].join(', ')
}

const numberWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

const inWords = (count: number): string => numberWords[count] ?? String(count)
const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)
const others = (count: number, one: string, many: string): string => (count === 1 ? one : `${inWords(count)} ${many}`)
const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)
const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
