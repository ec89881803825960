import type { Outcome } from './outcomes.ts'

/** What the sentence counts. The nouns are those of `update-types.ts`, in the order they are to be told. */
export type Tally = {
  updates: { noun: { one: string; many: string }; count: number }[]
  outcomes: Record<Outcome, number>
  attemptsTo: 'repeat' | 'reproduce'
  /** How many newer versions replace the paper. */
  replacedBy: number
  /** How many earlier versions this paper replaces. */
  replaces: number
  /** How many earlier papers this one tries to repeat. */
  repeats: number
  repeatsTo: 'repeat' | 'reproduce'
  /** It is the new version of a paper that was retracted. */
  republishes: boolean
  /** What this paper does to others when it is itself a notice. */
  notices: { verb: NoticeVerb; count: number }[]
}

export type NoticeVerb = 'corrects' | 'retracts' | 'raises concern about' | 'reinstates' | 'is a notice about'

/**
 * What is known about a paper in one or a few short sentences: "One correction, five attempts to repeat it. Three held, one
 * did not, one is unclear."
 */
export const summarise = (tally: Tally): string => {
  const attempts = sum(Object.values(tally.outcomes))
  const counted = tally.updates
    .filter(({ count }) => count > 0)
    .map(({ noun, count }) => `${inWords(count)} ${plural(count, noun.one, noun.many)}`)
  if (attempts === 1) counted.push(`one attempt to ${tally.attemptsTo} it, ${single(tally.outcomes)}`)
  if (attempts > 1) counted.push(`${inWords(attempts)} attempts to ${tally.attemptsTo} it`)

  const sentences = [
    ...(counted.length > 0 ? [counted.join(', ')] : []),
    ...(attempts > 1 ? [results(tally.outcomes, attempts)] : []),
    ...(tally.replacedBy > 0 ? ['a newer version has replaced it'] : []),
    ...(tally.replaces > 0 ? [`it replaces ${others(tally.replaces, 'an earlier version', 'earlier versions')}`] : []),
    ...(tally.republishes ? ['it was published in place of a retracted paper'] : []),
    ...(tally.repeats > 0
      ? [`it is itself an attempt to ${tally.repeatsTo} ${others(tally.repeats, 'an earlier paper', 'earlier papers')}`]
      : []),
    ...tally.notices
      .filter(({ count }) => count > 0)
      .map(({ verb, count }) => `it ${verb} ${others(count, 'another paper', 'other papers')}`),
  ]
  if (sentences.length === 0) return 'No correction, retraction or attempt to repeat it is known yet.'
  return sentences.map(sentence => `${capital(sentence)}.`).join(' ')
}

const single = (outcomes: Tally['outcomes']): string => {
  if (outcomes.held === 1) return 'which held'
  if (outcomes['not-held'] === 1) return 'which did not hold'
  return outcomes.mixed === 1 ? 'with a mixed result' : 'with an unclear result'
}

const results = ({ held, mixed, unclear, 'not-held': not }: Tally['outcomes'], attempts: number): string => {
  const all = attempts === 2 ? 'both' : `all ${inWords(attempts)}`
  if (held === attempts) return `${all} held`
  if (not === attempts) return attempts === 2 ? 'neither held' : 'none held'
  if (mixed === attempts) return `${all} gave mixed results`
  if (unclear === attempts) return `${all} are unclear`
  return [
    ...(held > 0 ? [`${inWords(held)} held`] : []),
    ...(not > 0 ? [`${inWords(not)} did not${held > 0 ? '' : ' hold'}`] : []),
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
