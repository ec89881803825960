export {
  type CountedFailures,
  createGate,
  failurePart,
  forgetFailures,
  type Gate,
  noteFailure,
  type ProtectionTables,
  protectionMigrations,
  readFailures,
  requireUnlocked,
  unlockAccount,
} from './account-lock.ts'
export {
  askService,
  type Captcha,
  type CaptchaTables,
  captchaMigrations,
  captchaSealed,
  createCaptcha,
  findCaptchaSecret,
  removeCaptchaSecrets,
  setCaptchaSecret,
} from './captcha/index.ts'
export { createDevices, type Devices } from './devices/create-devices.ts'
export { signals } from './devices/signals.ts'
export { createGuard, failuresBefore, type Guard, type Kept, type LimitName, limitTable } from './guard.ts'
export { type ServerKeyTables, serverKeyMigrations } from './server-key.ts'
