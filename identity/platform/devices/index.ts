export { type Device, deviceOf } from './device-of.ts'
export { networkOf } from './network-of.ts'
