export { ModeratePage } from './ModeratePage.tsx'
export { ModerationPage } from './ModerationPage.tsx'
