export { allRows } from './all-rows.ts'
export { type AnalyticsServer, startAnalytics } from './analytics.ts'
export {
  type AppTables,
  type AppUnderTestOptions,
  appUnderTest,
  callerSecret,
  type ShownPage,
  withoutProofOfWork,
} from './app-under-test.ts'
export { deletedAccount, type SendCall, startCallers } from './callers.ts'
export { startCrossref } from './crossref.ts'
export { endSession, sessionChecked } from './end-session.ts'
export { type EventSources, startEventSources } from './event-sources.ts'
export { type Filled, filledPapers, fillProduct } from './fill-product.ts'
export { type StandInProvider, startIdentityProvider } from './identity-provider/index.ts'
export { loseStorage } from './lose-storage.ts'
export { startOpenAlex } from './open-alex.ts'
export { openReaderPage } from './open-reader-page.ts'
export { openPageScales, type TooHeavy } from './page-scales.ts'
export { type ProductAddress, productAt, type RunningProduct, runProduct } from './running-product.ts'
export { type RunningSite, runSite } from './running-site.ts'
export {
  openAlexAnswer,
  type Samples,
  sampleErrors,
  samplePapers,
  sampleReports,
  sampleSearches,
  serveSamples,
} from './samples/index.ts'
export { type ScriptedService, startScriptedService } from './scripted-service.ts'
export { signInByLink } from './sign-in-by-link.ts'
export { alive, holdScripts } from './slow-scripts.ts'
