export { createJudge, type Judge, type Strength } from './create-judge.ts'
export { createTurns } from './turns.ts'
