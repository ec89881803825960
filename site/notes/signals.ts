import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ModerationTables, Signal } from '../moderation/index.ts'
import type { Person } from '../people/index.ts'
import { countLinks, readText } from '../written-text/index.ts'
import type { NoteTables } from './store.ts'

/** What is known about a note besides its words. */
export type NoteFacts = {
  content: string
  /** How many other notes say the same, on whatever paper. */
  alike: number
  /** How many notes of this writer were approved, and refused or called spam. */
  approved: number
  refused: number
  /** Whether an account wrote it that has proved a person is behind it. */
  isProved: boolean
}

/** What speaks against a note, in words for the moderator. Each weighs a little; together they only sort the queue. */
export const signalsOf = ({ content, alike, approved, refused, isProved }: NoteFacts): Signal[] => {
  const links = countLinks(readText(content))
  const letters = content.match(/\p{L}/gu)?.length ?? 0
  const capitals = content.match(/\p{Lu}/gu)?.length ?? 0
  const all: (Signal | false)[] = [
    links > 0 && { words: counted(links, 'link'), weight: Math.min(links, 4) },
    alike > 0 && { words: `the same text as ${counted(alike, 'other note')}`, weight: 4 },
    refused > 0 && { words: `${refused} refused before`, weight: Math.min(refused, 3) },
    approved === 0 && { words: 'first note from this person', weight: 1 },
    !isProved && { words: 'no confirmed account', weight: 1 },
    letters > 20 && capitals > letters / 2 && { words: 'mostly in capitals', weight: 1 },
    /(.)\1{9}/u.test(content) && { words: 'one character many times over', weight: 1 },
    content.length < 20 && { words: 'very short', weight: 1 },
  ]
  return all.filter(signal => signal !== false)
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The same for texts that differ in case, spaces, numbers and punctuation only. */
export const likenessOf = (content: string): string =>
  hash(
    'sha256',
    content
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim(),
    'base64url',
  ).slice(0, 22)

/** Reads what `signalsOf` wants to know about a note that is being written; `id` is the note itself when it is edited. */
export const readNoteFacts = async (
  db: Kysely<NoteTables & ModerationTables>,
  { id, content, person }: { id: string; content: string; person: Person },
): Promise<NoteFacts> => {
  const [alike, before] = await Promise.all([
    db
      .selectFrom('notes')
      .select('id')
      .where('likeness', '=', likenessOf(content))
      .where('id', '<>', id)
      .limit(20)
      .execute(),
    db
      .selectFrom('moderation_items')
      .select(['status', ({ fn }) => fn.countAll().as('count')])
      .where('writer', '=', person.key)
      .where('kind', '=', 'comment')
      .groupBy('status')
      .execute(),
  ])
  const countOf = (...statuses: string[]) =>
    before.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0)
  return {
    content,
    alike: alike.length,
    approved: countOf('approved'),
    refused: countOf('rejected', 'spam'),
    isProved: person.signedIn && person.proved,
  }
}
