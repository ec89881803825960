import { endpoints } from '@corroborate/wire/endpoints.schema'
import { newId } from '../../platform/ids/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { keepEvents, mostBytesADay } from './store.ts'

/**
 * Stores client telemetry as received. It is unauthenticated and never used for anything else. Once a project's daily quota is full,
 * further events are accepted and dropped: an error would only show in the console of the embedding page.
 */
export const eventCalls = ({ db, guard, logger }: Core): readonly Route[] => [
  answer(
    endpoints.events.submit,
    async ({ project, body, request }) => {
      await guard.address('eventsPerAddress', request)
      const ours = body.filter(({ event }) => event.public_token === project.publicToken)
      const rows = ours.map(({ telemetry, event: { public_token: _, ...event } }) => ({
        project_id: project.id,
        // Never the client's own ID, which may be arbitrary or collide with another client's.
        event_id: newId('event', project.environment),
        received_at: request.now,
        event_name: event.event_name,
        event: JSON.stringify(event),
        telemetry: JSON.stringify(telemetry),
        ip_address: request.address,
      }))
      const outcome = await keepEvents(db, { projectId: project.id, rows, now: request.now })
      if (outcome === 'first-dropped')
        logger.warn(
          { project: project.id, mostBytesADay },
          'The project’s daily telemetry quota is exhausted: events are dropped until midnight UTC.',
        )
      return {}
    },
    { publicTokenOf: ({ body }) => body[0]?.event.public_token ?? '' },
  ),
]
