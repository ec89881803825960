import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type ModeratedKind, type ModerationQueue, moderatedKinds, moderationQueues } from './rules.ts'

const day = 24 * 60 * 60_000

/** For how long an entry has waited at least, by the word in the address. */
export const waitingFor = { day: day, week: 7 * day, month: 30 * day } as const
export type WaitingFor = keyof typeof waitingFor

/** What may speak against an entry, by the word in the address: a part of the words that moderators read. */
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

/** Which part of the queue a moderator wants to see; null: all of it. */
export type QueueFilters = {
  queue: ModerationQueue | null
  paper: Doi | null
  /** One of the entries of a person: all of theirs are meant. Nobody's key is in an address. */
  person: { kind: ModeratedKind; id: string } | null
  signal: SignalName | null
  age: WaitingFor | null
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find(one => one === text) ?? null

/** Reads the filters of an address; what makes no sense is left out. */
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

/** The same as the values of a query; null for what is not asked. */
export const writeFilters = ({ queue, paper, person, signal, age }: QueueFilters): Record<string, string | null> => ({
  queue,
  paper,
  person: person === null ? null : `${person.kind}:${person.id}`,
  signal,
  age,
})

/** Whether entries are left out, within a queue. */
export const isFiltered = ({ paper, person, signal, age }: QueueFilters): boolean =>
  paper !== null || person !== null || signal !== null || age !== null
