import { encodeBase64 } from './base64.ts'
import type { Telemetry } from './telemetry.schema.ts'

export type { Telemetry }

/** The value of the `X-SDK-Client` header. Undefined fields are left out. */
export function encodeTelemetry(telemetry: Telemetry): string {
  return encodeBase64(JSON.stringify(telemetry))
}
