import type { MonthCounts } from './counts.ts'

export type ModerationPageModel = { months: readonly MonthCounts[] }
