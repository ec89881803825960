export { describeClient, type ErrorNames } from './describe-client.ts'
export { type Application, publishedClient } from './page-server.ts'
export { openStage, type Stage } from './stage.ts'
export type { Rejection, Visitor } from './visitor.ts'
