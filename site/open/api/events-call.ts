import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import {
  type ActivityTables,
  activityKinds,
  type PlacedActivity,
  placeActivities,
  readPlaced,
} from '../../paper/activity/index.ts'
import { type ApiCall, apiLimit, spend } from './api-call.ts'
import { ApiProblem } from './problem.ts'
import { answerJson, readQuery } from './read-request.ts'
import { type EventAnswer, EventsAnswer } from './schemas.ts'
import { sourceAnswer } from './status-answer.ts'

/** A place in the list of events as clients keep it: a word that they hand back as it is. */
export const writeCursor = (place: number): string => Buffer.from(`events:${place}`).toString('base64url')

/** The place in a word of ours; null for any other word. */
export const readCursor = (word: string): number | null => {
  const [, digits] = /^events:(\d{1,15})$/.exec(Buffer.from(word, 'base64url').toString()) ?? []
  if (digits === undefined) return null
  const place = Number(digits)
  // Only the one spelling of a place is a cursor.
  return writeCursor(place) === word ? place : null
}

const limit = apiLimit('apiRead')

/** So many events are in one answer. */
const aPage = 100

const since = z.string({ error: 'name one place' })
const nameOne = { error: `name one of ${activityKinds.join(', ')}` }
const kind = z.enum(activityKinds, nameOne)

export const eventsCall: ApiCall = {
  id: 'listEvents',
  method: 'get',
  path: '/events',
  summary: 'List events',
  description: `The activity feed of all papers: corrections, retractions, replications, reports, notes, claims and bounties. ${aPage} per page, oldest first.\n\nStore \`next\` and send it as \`since\`: you receive each event exactly once. While \`more\` is true, request the next page immediately; otherwise poll once a minute. Withdrawn events come again with \`taken_back: true\` under the same \`id\`.\n\nReports and notes appear one minute after approval.`,
  parameters: [
    {
      name: 'since',
      in: 'query',
      required: false,
      description: 'The cursor: `next` of an earlier response. Without it the feed starts at the first event.',
      schema: since,
    },
    {
      name: 'kind',
      in: 'query',
      required: false,
      description: 'Filters by kind of event. Repeat it for several kinds.',
      schema: z.array(kind),
    },
  ],
  answer: EventsAnswer,
  problems: ['bad-request', 'unknown-cursor'],
  limit,
  example: {
    path: '/events?kind=retraction',
    answer: {
      events: [
        {
          kind: 'retraction',
          label: 'Retraction',
          doi: '10.1038/35046008',
          date: '2003-03',
          source: 'the publisher’s notice',
          taken_back: false,
        },
      ],
      more: false,
    },
  },
}

const query = z.object({ since: since.optional(), kind: z.union([kind, z.array(kind)], nameOne).optional() })

/** New events are seen half a minute later at most where a shared cache stands between. */
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
    const kinds = asked.kind === undefined ? null : [asked.kind].flat()
    const page = await readPlaced(db, { after, kinds, limit: aPage })
    if (page === null) throw unknownCursor()
    const answer: EventsAnswer = {
      events: page.entries.map(entry => eventAnswer(entry, origin)),
      next: writeCursor(page.next),
      more: page.more,
    }
    return answerJson(c, answer, halfAMinute)
  }
}

const unknownCursor = (): ApiProblem =>
  new ApiProblem('unknown-cursor', 'This is no place in the list: take `next` of an earlier answer as it is.', {
    field: 'since',
  })

const eventAnswer = ({ id, kind, doi, notedAt, told }: PlacedActivity, origin: string): EventAnswer => ({
  id,
  kind,
  taken_back: told === null,
  doi,
  page_url: origin + (told?.path ?? paths.paper(storedDoi(doi))),
  noted_at: new Date(notedAt).toISOString(),
  date: told?.date ?? null,
  label: told?.label ?? null,
  outcome: told?.outcome ?? null,
  ...sourceAnswer(told?.by ?? null),
  detail: told?.detail ?? null,
})
