import { nameDevice } from './name-device.ts'

/** What the published client calls, in the script that it loads from the host of `dfpCdnDomain`. */
Object.assign(window, { GetTelemetryID: nameDevice })
