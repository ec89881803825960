export { knownDevicePart } from './account-part.ts'
export { forgetDevices, noteDevice, type SignInDevice, sweepDevices } from './store.ts'
export { knownDeviceMigrations } from './tables.ts'
