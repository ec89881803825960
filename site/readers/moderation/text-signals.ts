import type { Kysely } from 'kysely'
import type { Person } from '../../kit/people/index.ts'
import { countLinks, readText } from '../written-text/read-text.ts'
import type { ModeratedKind } from './rules.ts'
import type { ModerationTables, Signal } from './store.ts'

export type WriterFacts = {
  /** Number of their entries of this kind that were approved, and rejected or marked as spam. */
  approved: number
  refused: number
  /** True for an account with a verified contact. */
  isProved: boolean
}

export const textSignals = (text: string): Signal[] => {
  const links = countLinks(readText(text))
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  const all: (Signal | false)[] = [
    links > 0 && { words: counted(links, 'link'), weight: Math.min(links, 4) },
    letters > 20 && capitals > letters / 2 && { words: 'mostly in capitals', weight: 1 },
    /(.)\1{9}/u.test(text) && { words: 'one character many times over', weight: 1 },
    text.length < 20 && { words: 'very short', weight: 1 },
  ]
  return all.filter(signal => signal !== false)
}

/** Returns signals of the author; `first` names an entry of this kind, such as "note". */
export const writerSignals = ({ approved, refused, isProved }: WriterFacts, first: string): Signal[] => {
  const all: (Signal | false)[] = [
    refused > 0 && { words: `${refused} refused before`, weight: Math.min(refused, 3) },
    approved === 0 && { words: `first ${first} from this person`, weight: 1 },
    !isProved && { words: 'no confirmed account', weight: 1 },
  ]
  return all.filter(signal => signal !== false)
}

/** "1 link", "2 links". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const readWriterFacts = async (
  db: Kysely<ModerationTables>,
  kind: ModeratedKind,
  person: Person,
): Promise<WriterFacts> => {
  const before = await db
    .selectFrom('moderation_items')
    .select(['status', ({ fn }) => fn.countAll().as('count')])
    .where('writer', '=', person.key)
    .where('kind', '=', kind)
    .groupBy('status')
    .execute()
  const countOf = (...statuses: string[]) =>
    before.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0)
  return {
    approved: countOf('approved'),
    refused: countOf('rejected', 'spam'),
    isProved: person.signedIn && person.proved,
  }
}
