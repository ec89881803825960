import type { Kysely } from 'kysely'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, readWriterFacts, type Signal, textSignals, writerSignals } from '../moderation/index.ts'

/** What of a claim or a report speaks against it. `lacksMaterial`: it is a report that nobody can check. */
type Written = { text: string; lacksMaterial: boolean }

/** What speaks against a claim or a report, in words for the moderator: it sorts the queue, and no more. */
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
