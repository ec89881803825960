import type { Kysely } from 'kysely'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, readWriterFacts, type Signal, textSignals, writerSignals } from '../moderation/index.ts'

/** Content of a claim or report for signals. `lacksMaterial`: an unverifiable report. */
type Written = { text: string; lacksMaterial: boolean }

/** Returns moderation signals of a claim or report as text. They only sort the queue. */
export const readSignals = async (
  db: Kysely<ModerationTables>,
  person: Person,
  { text, lacksMaterial }: Written,
): Promise<Signal[]> => [
  // A claim may come without a plan.
  ...(text === '' ? [] : textSignals(text)),
  ...(lacksMaterial ? [{ words: 'nothing to check it with: no link, no files', weight: 1 }] : []),
  ...writerSignals(await readWriterFacts(db, 'audit', person), 'report or claim'),
]
