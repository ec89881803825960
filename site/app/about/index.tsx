export { AboutPage } from './AboutPage.tsx'
export { PrivacyPage } from './PrivacyPage.tsx'
