export { captchaPages } from './pages.ts'
