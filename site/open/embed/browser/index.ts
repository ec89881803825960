export { showBadges } from './show-badges.ts'
