export { type Captcha, createCaptcha } from './create-captcha.ts'
export { verifyWithService } from './services/index.ts'
export {
  type CaptchaTables,
  captchaMigrations,
  captchaSealed,
  findCaptchaSecret,
  removeCaptchaSecrets,
  setCaptchaSecret,
} from './store.ts'
