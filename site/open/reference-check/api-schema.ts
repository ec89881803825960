import { z } from 'zod'
import { named, statusKeys } from '../api/index.ts'

export const CheckRequest = named(
  'CheckRequest',
  'A bibliography.',
  z.strictObject({
    text: z
      .string({ error: 'send the bibliography as a text' })
      .describe('A bibliography in any form that /check reads, or references in plain text, one a line.'),
  }),
)

const date = z.string().describe('ISO 8601, as exact as its source: 2020-06-05, 2020-06 or 2020.')

export const CheckAnswer = named(
  'CheckAnswer',
  'The references of a bibliography, in their own order, with what is known of each.',
  z.strictObject({
    format: z.enum(['bibtex', 'ris', 'csl-json', 'endnote-xml', 'nbib', 'docx', 'odt', 'plain']),
    references: z.array(
      z.strictObject({
        key: z.string().nullable().describe('What the bibliography calls it.'),
        line: z.int().min(1),
        input: z.string().describe('The reference, on one line, cut where it is long.'),
        doi: z.string().nullable(),
        found_by: z
          .enum(['doi', 'pmid', 'arxiv', 'title'])
          .nullable()
          .describe('`title` is a guess: see that it is the paper.'),
        title: z.string().nullable().describe('As its record has it.'),
        status: z.strictObject({
          key: z.enum([...statusKeys, 'not-found']),
          sentence: z.string(),
          date: date.nullable(),
        }),
        cites_fallen: z
          .int()
          .nullable()
          .describe('How many papers it cites that fell; null where nobody knows what it cites.'),
        maybe: z
          .strictObject({ doi: z.string(), title: z.string().nullable(), year: z.int().nullable() })
          .nullable()
          .describe('A paper that it may be, to look at: nothing is said of it here.'),
      }),
    ),
    unread: z.array(z.strictObject({ line: z.int(), text: z.string(), why: z.string() })),
    counts: z.record(z.string(), z.int()).describe('How many references have which status.'),
  }),
)
export type CheckAnswer = z.output<typeof CheckAnswer>
