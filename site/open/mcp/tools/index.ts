export { type AssistantTables, openTools } from './open-tools.ts'
