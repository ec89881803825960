export { aboutPage, type PrivacyModel, privacyPage } from './pages.ts'
