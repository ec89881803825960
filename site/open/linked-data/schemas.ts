import { z } from 'zod'
import { named } from '../api/index.ts'

const address = z.string().describe('Absolute URL.')

const step = z.strictObject({
  inputs: z.array(z.strictObject({ doi: z.string(), id: address })),
  actions: z.array(
    z.strictObject({
      participants: z.array(
        z.strictObject({
          actor: z.strictObject({ type: z.literal('person'), name: z.string() }),
          role: z.string(),
        }),
      ),
      outputs: z.array(
        z.strictObject({
          type: z.literal('review').optional(),
          doi: z.string().optional(),
          published: z.string().optional().describe('ISO 8601.'),
          content: z.array(z.strictObject({ type: z.literal('web-page'), url: address })),
        }),
      ),
    }),
  ),
  assertions: z.array(z.never()).describe('Always empty.'),
  'next-step': z.string().optional(),
  'previous-step': z.string().optional(),
})

/** A DocMap (docmaps.knowledgefutures.org). */
export const DocMapAnswer = named(
  'DocMap',
  'A DocMap with a step for each community report and each published replication.',
  z.strictObject({
    '@context': z.literal('https://w3id.org/docmaps/context.jsonld'),
    id: address,
    type: z.literal('docmap'),
    created: z.string().describe('Date of the response, ISO 8601.'),
    publisher: z.strictObject({ id: address, name: z.string(), homepage: address, url: address }),
    'first-step': z.string(),
    steps: z.record(z.string(), step),
  }),
)
export type DocMapAnswer = z.output<typeof DocMapAnswer>

const target = z.strictObject({
  href: address,
  type: z.string().optional().describe('Media type.'),
  profile: z.array(z.string()).optional(),
})

/** A set of links (RFC 9264). */
export const LinksetAnswer = named(
  'Linkset',
  'Typed links of a page (RFC 9264).',
  z.strictObject({ linkset: z.array(z.object({ anchor: address }).catchall(z.union([address, z.array(target)]))) }),
)
export type LinksetAnswer = z.output<typeof LinksetAnswer>
