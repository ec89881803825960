export { aboutPage, privacyPage } from './pages.ts'
export type { PrivacyModel } from './privacy-model.ts'
