export { DashboardPage } from './DashboardPage.tsx'
export { MailSettingsPage } from './MailSettingsPage.tsx'
export { UnsubscribePage } from './UnsubscribePage.tsx'
export { WatchButton } from './WatchButton.tsx'
