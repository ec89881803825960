export { asksForDraft, draftNotice, draftPath } from './draft-notice.ts'
export { keepDraft, mostDrafts } from './keep-draft.ts'
export type { DraftNoticeModel } from './model.ts'
export { type AssistantDraft, type DraftKind, type DraftTables, dropDraft, findDraft, sweepDrafts } from './store.ts'
