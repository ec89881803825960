export type { AnalyticsEvents, CloseMethod, Profile, Report } from './events.ts'
export { identify, track } from './track.ts'
