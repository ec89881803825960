export { DraftNotice } from './DraftNotice.tsx'
export type { DraftNoticeModel } from './model.ts'
