export type { KnownFact, KnownFactKind, KnownModel, PaperPageModel, VoteModel } from './model.ts'
