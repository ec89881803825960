export {
  type CountedFailures,
  forgetFailures,
  noteFailure,
  type ProtectionTables,
  protectionMigrations,
  readFailures,
  requireUnlocked,
  unlockAccount,
} from './account-lock.ts'
export { failurePart } from './account-part.ts'
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
export { createDevices, type Devices, signals } from './devices/index.ts'
export { createGate, type Gate } from './gate.ts'
export { createGuard, type Guard, type Kept } from './guard.ts'
export { failuresBefore, type LimitName, limitTable } from './limits.ts'
export { type ServerKeyTables, serverKeyMigrations } from './server-key.ts'
