export { type Device, deviceOf } from './device-of.ts'
