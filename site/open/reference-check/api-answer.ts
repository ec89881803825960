import { statusKey } from '../api/index.ts'
import type { CheckAnswer } from './api-schema.ts'
import type { CheckedBibliography, CheckedReference } from './model.ts'

/** A checked bibliography as programs read it. */
export const apiAnswer = ({ format, references, unread }: CheckedBibliography): CheckAnswer => {
  const answers = references.map(answerOf)
  const counts: Record<string, number> = { references: references.length, unread: unread.length }
  for (const { status } of answers) counts[status.key] = (counts[status.key] ?? 0) + 1
  return { format, references: answers, unread, counts }
}

const answerOf = ({
  key,
  line,
  input,
  doi,
  foundBy,
  title,
  status,
  citesFallen,
  maybe,
}: CheckedReference): CheckAnswer['references'][number] => ({
  key,
  line,
  input,
  doi,
  found_by: foundBy,
  title,
  status:
    status === null
      ? { key: 'not-found', sentence: 'No paper of ours was found for it.', date: null }
      : {
          key: statusKey(status.kind),
          sentence: status.sentence,
          date: status.date,
        },
  cites_fallen: citesFallen?.count ?? null,
  maybe: maybe && { doi: maybe.doi, title: maybe.title, year: maybe.year },
})
