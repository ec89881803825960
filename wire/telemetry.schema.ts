import { z } from 'zod'
import { decodeBase64 } from './base64.ts'
import { line } from './fields.schema.ts'
import { maxLength } from './limits.ts'

/** Caller metadata of every request; its three IDs are new each time despite their names. */
export const telemetry = z.object({
  event_id: line(maxLength.id),
  app_session_id: line(maxLength.id),
  persistent_id: line(maxLength.id),
  client_sent_at: line(64),
  timezone: line(64),
  stytch_user_id: line(maxLength.id).optional(),
  stytch_session_id: line(maxLength.id).optional(),
  app: z.object({ identifier: line(255) }),
  sdk: z.object({ identifier: line(255), version: line(255) }),
})
export type Telemetry = z.infer<typeof telemetry>

const maxHeaderLength = 8192

/** Reads the `X-SDK-Client` header; null when it is missing or malformed, for a call never fails on it. Never throws. */
export const parseTelemetry = (header: string | null | undefined): Telemetry | null => {
  if (header == null || header.length > maxHeaderLength) return null
  const json = decodeBase64(header)
  if (json === null) return null
  try {
    return telemetry.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
