import { encodeBase64 } from './base64.ts'
import type { Telemetry } from './telemetry.schema.ts'

export type { Telemetry }

/** The value of the `X-SDK-Client` header. Undefined fields are left out. */
export const encodeTelemetry = (telemetry: Telemetry): string => encodeBase64(JSON.stringify(telemetry))
