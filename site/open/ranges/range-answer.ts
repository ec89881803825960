import { z } from 'zod'
import { BriefStatus, named } from '../api/index.ts'

export const RangeAnswer = named(
  'RangeAnswer',
  'The papers of a range of which something is known, in the order of their hashes.',
  z.object({
    version: z.literal(1).describe('Of this format. Another version comes at another address.'),
    prefix: z.string().describe('The digits that were asked by, in lower case.'),
    prefix_length: z
      .int()
      .describe(
        'How many digits to ask by: it grows with the papers, so that a range holds eight of them on average or more.',
      ),
    papers: z.array(
      z.object({
        hash: z.string().describe('SHA-256 of the DOI, 64 hexadecimal digits in lower case.'),
        doi: z.string(),
        status: BriefStatus,
        page_url: z.url(),
      }),
    ),
  }),
)
export type RangeAnswer = z.output<typeof RangeAnswer>

export const RangesAnswer = named(
  'RangesAnswer',
  'How ranges are asked for.',
  z.object({
    version: z.literal(1),
    prefix_length: z.int().describe('How many digits to ask by now.'),
    papers: z.int().min(0).describe('How many papers are in all ranges together.'),
  }),
)
export type RangesAnswer = z.output<typeof RangesAnswer>
