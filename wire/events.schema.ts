import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { events } from './events.ts'
import { id, jsonObject, line, text } from './fields.schema.ts'
import { eventDetailsLimits, maxLength, telemetryBatch } from './limits.ts'
import { common } from './objects.schema.ts'
import { telemetry } from './telemetry.schema.ts'

const details = jsonObject(eventDetailsLimits, {
  format: 'bad_request',
  keys: 'request_too_large',
  size: 'request_too_large',
})

/** Details may contain email addresses, which are personal data. */
export const event = z.object({
  telemetry,
  event: z.object({
    public_token: id,
    event_name: line(maxLength.name).min(1),
    details: details.optional(),
    error_code: line(maxLength.name).optional(),
    error_description: text(maxLength.url).optional(),
    http_status_code: z.union([line(8), z.int()]).optional(),
  }),
})

export const eventEndpoints = {
  submit: endpoint(events.submit, {
    params: null,
    body: z.array(event).min(1).max(telemetryBatch.maxEvents),
    data: common,
  }),
}
