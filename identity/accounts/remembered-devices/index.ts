export { rememberedDevicePart } from './account-part.ts'
export { deviceCookie, secretInCookies } from './device-cookie.ts'
export {
  findBySecret,
  forgetRememberedDevices,
  listRememberedDevices,
  type RememberedDevice,
  rememberDevice,
  sweepRememberedDevices,
  useRememberedDevice,
} from './store.ts'
export { rememberedDeviceMigrations } from './tables.ts'
