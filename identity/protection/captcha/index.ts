export { type Captcha, createCaptcha } from './create-captcha.ts'
export { captchaPages } from './pages.ts'
export { type CaptchaTables, captchaMigrations } from './server-key.ts'
