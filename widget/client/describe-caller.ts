import type { Telemetry } from '@corroborate/wire/telemetry'
import type { Environment } from './environment.ts'
import type { Held } from './session-store.ts'
import { uuid } from './uuid.ts'

const sdk = { identifier: 'Corroborate headless client', version: '0.2.0' }

/** Describes a request's caller and page. Its IDs are unique to the request, so that nobody can be tracked by them. */
export const describeCaller = ({ crypto, hostname, now }: Environment, { user, session }: Held): Telemetry => ({
  event_id: `event-id-${uuid(crypto)}`,
  app_session_id: `app-session-id-${uuid(crypto)}`,
  persistent_id: `persistent-id-${uuid(crypto)}`,
  client_sent_at: new Date(now()).toISOString(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  stytch_user_id: user?.user_id,
  stytch_session_id: session?.session_id,
  app: { identifier: hostname },
  sdk,
})
