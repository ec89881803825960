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
import { answerJson } from './answer-json.ts'
import type { ApiCall } from './api-call.ts'
import { apiLimit } from './api-limits.ts'
import { readCursor, writeCursor } from './event-cursor.ts'
import { ApiProblem } from './problem.ts'
import { spend } from './rate-limit.ts'
import { readQuery } from './read-request.ts'
import { type EventAnswer, EventsAnswer } from './schemas.ts'
import { sourceAnswer } from './status-answer.ts'

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
  summary: 'What happened to papers, to read on from where you were',
  description: `Everything that this site tells of papers as it learns of it: corrections, retractions, attempts to repeat them, reports, notes, claims and bounties. ${aPage} at most, the oldest first.\n\nKeep \`next\` and ask with it as \`since\`: you get each thing once and miss none, however many write at the same time. While \`more\` is true, ask again at once; else in a minute or later. What is taken back after it was told comes as an entry of its own with \`taken_back\`, under the same \`id\`. The words of a thing may become more exact later; /papers/{doi} has them as they are now.\n\nReports and notes come a minute after they were approved.`,
  parameters: [
    {
      name: 'since',
      in: 'query',
      required: false,
      description: '`next` of an earlier answer; all from the beginning without it.',
      schema: since,
    },
    {
      name: 'kind',
      in: 'query',
      required: false,
      description: 'One kind only; may be given several times.',
      schema: z.array(kind),
    },
  ],
  answer: EventsAnswer,
  problems: ['bad-request', 'unknown-cursor'],
  limit,
  example: { path: '/events?kind=retraction' },
}

const query = z.object({ since: since.optional(), kind: z.union([kind, z.array(kind)], nameOne).optional() })

/** New events are seen half a minute later at most where a shared cache stands between. */
const halfAMinute = 'public, max-age=30, s-maxage=30'

type Options = {
  db: Kysely<ActivityTables>
  limits: Pick<Limits<'apiRead'>, 'take'>
  /** Of this site. */
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
