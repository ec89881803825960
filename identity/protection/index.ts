export {
  type CountedFailures,
  createGate,
  failurePart,
  type Gate,
  noteFailure,
  type ProtectionTables,
  protectionMigrations,
  readFailures,
  requireUnlocked,
  resetFailures,
  unlockAccount,
} from './account-lock.ts'
export {
  type Captcha,
  type CaptchaTables,
  captchaMigrations,
  captchaSealed,
  createCaptcha,
  findCaptchaSecret,
  removeCaptchaSecrets,
  setCaptchaSecret,
  verifyWithService,
} from './captcha/index.ts'
export { createDevices, type Devices } from './devices/create-devices.ts'
export { signals } from './devices/signals.ts'
export { createGuard, failuresBefore, type Guard, type Kept, type LimitName, limitTable } from './guard.ts'
export { type ServerKeyTables, serverKeyMigrations } from './server-key.ts'
