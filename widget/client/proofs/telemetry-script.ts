import { nameDevice } from './name-device.ts'

/** Entry point for the published client, in the script it loads from the host of `dfpCdnDomain`. */
Object.assign(window, { GetTelemetryID: nameDevice })
