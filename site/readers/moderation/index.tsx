export { ModeratorTabs } from './ModeratorTabs.tsx'
