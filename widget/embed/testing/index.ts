export { answerSignedIn, asked } from './answer-signed-in.ts'
export { openStage, type Stage, type StageOptions, type StagePage } from './stage.ts'
export { strictPolicy } from './strict-policy.ts'
