import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { sessionDurationMinutes } from './fields.schema.ts'
import { authResult, common } from './objects.schema.ts'
import { sessions } from './sessions.ts'

export const sessionEndpoints = {
  /** Without a duration the session is not extended: only its JWT and `last_accessed_at` are renewed. */
  authenticate: endpoint(sessions.authenticate, {
    params: null,
    body: z.object({ session_duration_minutes: sessionDurationMinutes.optional() }),
    data: authResult,
  }),
  revoke: endpoint(sessions.revoke, { params: null, body: null, data: common }),
}
