import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, type PlacedActivity, placeActivities, readPlaced } from '../../paper/activity/index.ts'
import { eventType, eventTypes, kindsOfEventTypes, outcomeName } from '../public-names/index.ts'
import { type ApiCall, apiLimit, spend } from './api-call.ts'
import { ApiProblem } from './problem.ts'
import { answerJson, readQuery } from './read-request.ts'
import { type EventAnswer, EventsAnswer } from './schemas.ts'
import { sourceAnswer } from './status-answer.ts'

/** Encodes a position in the feed as an opaque cursor. */
export const writeCursor = (place: number): string => Buffer.from(`events:${place}`).toString('base64url')

/** Decodes a cursor; null if it is invalid. */
export const readCursor = (word: string): number | null => {
  const [, digits] = /^events:(\d{1,15})$/.exec(Buffer.from(word, 'base64url').toString()) ?? []
  if (digits === undefined) return null
  const place = Number(digits)
  // Rejects other encodings of the same position.
  return writeCursor(place) === word ? place : null
}

const limit = apiLimit('apiRead')

/** Events per page. */
const aPage = 100

const since = z.string({ error: 'send one cursor' })
const oneOf = { error: `use one of ${eventTypes.join(', ')}` }
const type = z.enum(eventTypes, oneOf)

export const eventsCall: ApiCall = {
  id: 'listEvents',
  method: 'get',
  path: '/events',
  summary: 'List events',
  description: `The activity feed of all papers: corrections, retractions, replications, reports, notes, claims and bounties. ${aPage} per page, oldest first.\n\nStore \`next\` and send it as \`since\`: you receive each event exactly once. While \`has_more\` is true, request the next page immediately; otherwise poll once a minute. Withdrawn events are sent again with \`withdrawn: true\` under the same \`id\`.\n\nReports and notes appear one minute after approval.`,
  parameters: [
    {
      name: 'since',
      in: 'query',
      required: false,
      description: 'The cursor: `next` of an earlier response. Without it the feed starts at the first event.',
      schema: since,
    },
    {
      name: 'type',
      in: 'query',
      required: false,
      description: 'Filters by event type. Repeat it for several types.',
      schema: z.array(type),
    },
  ],
  answer: EventsAnswer,
  problems: ['bad-request', 'unknown-cursor'],
  limit,
  example: {
    path: '/events?type=retraction',
    answer: {
      events: [
        {
          type: 'retraction',
          label: 'Retraction',
          doi: '10.1038/35046008',
          date: '2003-03',
          source: 'the publisher’s notice',
          withdrawn: false,
        },
      ],
      has_more: false,
    },
  },
}

const query = z.object({ since: since.optional(), type: z.union([type, z.array(type)], oneOf).optional() })

/** Behind a shared cache, new events appear at most half a minute later. */
const halfAMinute = 'public, max-age=30, s-maxage=30'

type Options = {
  db: Kysely<ActivityTables>
  limits: Pick<Limits<'apiRead'>, 'take'>
  origin: string
  now: () => number
}

/** `GET /api/v1/events`. */
export const createEventsCall = ({ db, limits, origin, now }: Options) => {
  const placing = createSingleFlight<'events', void>()

  return async (c: HttpContext): Promise<Response> => {
    const asked = readQuery(c, query)
    const after = asked.since === undefined ? 0 : readCursor(asked.since)
    await spend(c, limits, limit)
    if (after === null) throw unknownCursor()
    await placing.run('events', () => placeActivities(db, now()))
    const kinds = asked.type === undefined ? null : kindsOfEventTypes([asked.type].flat())
    const page = await readPlaced(db, { after, kinds, limit: aPage })
    if (page === null) throw unknownCursor()
    const answer: EventsAnswer = {
      events: page.entries.map(entry => eventAnswer(entry, origin)),
      next: writeCursor(page.next),
      has_more: page.more,
    }
    return answerJson(c, answer, halfAMinute)
  }
}

const unknownCursor = (): ApiProblem =>
  new ApiProblem('unknown-cursor', 'The cursor is invalid: send `next` of an earlier response unchanged.', {
    field: 'since',
  })

const eventAnswer = ({ id, kind, doi, notedAt, told }: PlacedActivity, origin: string): EventAnswer => ({
  id,
  type: eventType(kind),
  withdrawn: told === null,
  doi,
  page_url: origin + (told?.path ?? paths.paper(storedDoi(doi))),
  recorded_at: new Date(notedAt).toISOString(),
  date: told?.date ?? null,
  label: told?.label ?? null,
  outcome: told?.outcome == null ? null : outcomeName(told.outcome),
  ...sourceAnswer(told?.by ?? null),
  detail: told?.detail ?? null,
})
