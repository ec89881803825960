import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Person } from '../../kit/people/index.ts'
import {
  counted,
  type ModerationTables,
  readWriterFacts,
  type Signal,
  textSignals,
  type WriterFacts,
  writerSignals,
} from '../moderation/index.ts'
import type { NoteTables } from './store.ts'

/** Facts about a note besides its text. */
export type NoteFacts = WriterFacts & {
  content: string
  /** Number of other notes with the same text, on any paper. */
  alike: number
}

/** Returns a note's moderation signals as text. Each weighs little; together they only sort the queue. */
export const signalsOf = ({ content, alike, ...writer }: NoteFacts): Signal[] => [
  ...textSignals(content),
  ...(alike > 0 ? [{ words: `the same text as ${counted(alike, 'other note')}`, weight: 4 }] : []),
  ...writerSignals(writer, 'note'),
]

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

/** Reads the facts for `signalsOf`; `id` is the note itself if it is edited. */
export const readNoteFacts = async (
  db: Kysely<NoteTables & ModerationTables>,
  { id, content, person }: { id: string; content: string; person: Person },
): Promise<NoteFacts> => {
  const [alike, writer] = await Promise.all([
    db
      .selectFrom('notes')
      .select('id')
      .where('likeness', '=', likenessOf(content))
      .where('id', '<>', id)
      .limit(20)
      .execute(),
    readWriterFacts(db.$pickTables<keyof ModerationTables>(), 'comment', person),
  ])
  return { content, alike: alike.length, ...writer }
}
