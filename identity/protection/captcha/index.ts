export { type Captcha, createCaptcha } from './create-captcha.ts'
export { type CaptchaTables, captchaMigrations } from './server-key.ts'
