export { createDevices, type Devices } from './create-devices.ts'
export { signals } from './signals.ts'
