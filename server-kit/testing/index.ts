export { describeStore, type StorePlace, type StoreUnderTest } from './describe-store.ts'
export { serveApp } from './serve-app.ts'
export { slowTexts, timesAsLong } from './slow-texts.ts'
export { testLogger } from './test-logger.ts'
