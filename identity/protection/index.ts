export {
  forgetFailures,
  noteFailure,
  type ProtectionTables,
  protectionMigrations,
  requireUnlocked,
} from './account-lock.ts'
export { failurePart } from './account-part.ts'
export { type Captcha, type CaptchaTables, captchaMigrations, createCaptcha } from './captcha/index.ts'
export { createGuard, type Guard, type Kept } from './guard.ts'
export { failuresBefore, type LimitName, limitTable } from './limits.ts'
