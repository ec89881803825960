export { createDeviceCookie } from './device-cookie.ts'
