export { answerAccount } from './answer-account.ts'
export { openStage, type Stage, type StageOptions, type StagePage } from './stage.ts'
