import { verbOf } from './merge-attempts.ts'
import { isRepublication, type MergedEvidence } from './merge-evidence.ts'
import type { KnownCounts, NoticeVerb } from './summary.ts'
import { gravestFirst, replacedByNewer, type UpdateMeaning } from './update-types.ts'

/** Counts the evidence for the status message. */
export const countKnown = ({
  events,
  attempts,
  reports,
  announced,
  repeated,
  stated,
}: MergedEvidence): Omit<KnownCounts, 'notes'> => {
  const nouns = new Map<string, KnownCounts['updates'][number]>()
  const count = (kind: UpdateMeaning['kind'], noun: UpdateMeaning['noun'], by: number) => {
    const entry = nouns.get(`${gravestFirst.indexOf(kind)} ${noun.one}`) ?? { noun, count: 0 }
    nouns.set(`${gravestFirst.indexOf(kind)} ${noun.one}`, { noun, count: entry.count + by })
  }
  for (const { meaning } of stated) count('retraction', meaning.noun, 1)
  for (const { meaning } of events)
    if (meaning !== replacedByNewer && !isRepublication(meaning)) count(meaning.kind, meaning.noun, 1)

  const replaced = announced.filter(({ meaning }) => meaning === replacedByNewer)
  const about = announced.filter(event => !replaced.includes(event) && !isRepublication(event.meaning))
  const notices = gravestFirst.flatMap(kind => {
    const ofKind = Map.groupBy(
      about.filter(({ meaning }) => meaning.kind === kind),
      ({ meaning }) => verbOfNotice(meaning),
    )
    return [...ofKind].map(([verb, events]) => ({ verb, count: new Set(events.map(({ doi }) => doi)).size }))
  })
  return {
    updates: [...nouns].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
    outcomes: countOutcomes(attempts),
    hasReports: reports.length > 0,
    attemptsTo: verbOf(attempts),
    replacedBy: events.filter(({ meaning }) => meaning === replacedByNewer).length,
    replaces: new Set(replaced.map(update => update.doi)).size,
    repeats: new Set(repeated.map(({ originalDoi }) => originalDoi)).size,
    repeatsTo: verbOf(repeated),
    repeatOutcomes: countOutcomes(repeated),
    republishes: announced.some(({ meaning }) => isRepublication(meaning)),
    notices,
  }
}

const countOutcomes = (attempts: MergedEvidence['attempts']): KnownCounts['outcomes'] => {
  const outcomes = { held: 0, 'not-held': 0, mixed: 0, unclear: 0 }
  for (const { result, count = 1 } of attempts) outcomes[result] += count
  return outcomes
}

const verbOfNotice = ({ kind, status }: UpdateMeaning): NoticeVerb => {
  if (status === 'withdrawn') return 'withdraws'
  return status === 'partly-retracted' ? 'retracts a part of' : verbs[kind]
}

const verbs: Readonly<Record<UpdateMeaning['kind'], NoticeVerb>> = {
  correction: 'corrects',
  retraction: 'retracts',
  concern: 'raises concern about',
  reinstatement: 'reinstates',
  notice: 'is a notice about',
}
