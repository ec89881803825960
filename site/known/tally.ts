import { verbOf } from './merge-attempts.ts'
import { isRepublication, type MergedEvidence } from './merge-evidence.ts'
import type { NoticeVerb, Tally } from './summary.ts'
import { gravestFirst, replacedByNewer, type UpdateMeaning } from './update-types.ts'

/** Counts what the sentence about a paper tells. */
export const tallyOf = ({ events, attempts, announced, repeated, stated }: MergedEvidence): Tally => {
  const nouns = new Map<string, Tally['updates'][number]>()
  const count = (kind: UpdateMeaning['kind'], noun: UpdateMeaning['noun'], by: number) => {
    const entry = nouns.get(`${gravestFirst.indexOf(kind)} ${noun.one}`) ?? { noun, count: 0 }
    nouns.set(`${gravestFirst.indexOf(kind)} ${noun.one}`, { noun, count: entry.count + by })
  }
  for (const { meaning } of stated) count('retraction', meaning.noun, 1)
  for (const { meaning } of events)
    if (meaning !== replacedByNewer && !isRepublication(meaning)) count(meaning.kind, meaning.noun, 1)

  const outcomes: Tally['outcomes'] = { held: 0, 'not-held': 0, mixed: 0, unclear: 0 }
  for (const { result } of attempts) outcomes[result] += 1
  const replaced = announced.filter(({ meaning }) => meaning === replacedByNewer)
  const notices = gravestFirst.map(kind => {
    const about = announced.filter(
      event => !replaced.includes(event) && !isRepublication(event.meaning) && event.meaning.kind === kind,
    )
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
    republishes: announced.some(({ meaning }) => isRepublication(meaning)),
    notices,
  }
}

const verbs: Readonly<Record<UpdateMeaning['kind'], NoticeVerb>> = {
  correction: 'corrects',
  retraction: 'retracts',
  concern: 'raises concern about',
  reinstatement: 'reinstates',
  notice: 'is a notice about',
}
