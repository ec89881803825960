import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type ModeratedKind, type ModerationQueue, moderatedKinds, moderationQueues } from './rules.ts'

const day = 24 * 60 * 60_000

/** For how long an entry has waited at least, by the word in the address. */
export const waitingFor = { day: day, week: 7 * day, month: 30 * day } as const
export type WaitingFor = keyof typeof waitingFor

/** Signal filters by query value: a part of the signal's text. */
export const signalParts = {
  links: 'link',
  first: 'from this person',
  refused: 'refused before',
  unconfirmed: 'no confirmed account',
  short: 'very short',
  capitals: 'mostly in capitals',
  material: 'nothing to check it with',
} as const
export type SignalName = keyof typeof signalParts

/** Filters of the queue; null for none. */
export type QueueFilters = {
  queue: ModerationQueue | null
  paper: Doi | null
  /** References a person by one of their entries, so that no account key is in a URL. */
  person: { kind: ModeratedKind; id: string } | null
  signal: SignalName | null
  age: WaitingFor | null
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find(one => one === text) ?? null

/** Parses a URL's filters; ignores invalid ones. */
export const readFilters = (query: URLSearchParams): QueueFilters => {
  const [, kind, id] = /^(\w+):([\w-]{1,64})$/.exec(query.get('person') ?? '') ?? []
  const known = oneOf(moderatedKinds, kind ?? null)
  return {
    queue: oneOf(moderationQueues, query.get('queue')),
    paper: parseDoi(query.get('paper') ?? ''),
    person: known === null || id === undefined ? null : { kind: known, id },
    signal: oneOf(Object.keys(signalParts) as SignalName[], query.get('signal')),
    age: oneOf(Object.keys(waitingFor) as WaitingFor[], query.get('age')),
  }
}

/** Formats filters as query values; null for none. */
export const writeFilters = ({ queue, paper, person, signal, age }: QueueFilters): Record<string, string | null> => ({
  queue,
  paper,
  person: person === null ? null : `${person.kind}:${person.id}`,
  signal,
  age,
})

/** True if filters within a queue are active. */
export const isFiltered = ({ paper, person, signal, age }: QueueFilters): boolean =>
  paper !== null || person !== null || signal !== null || age !== null
