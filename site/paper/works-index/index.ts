export { foldWords } from './fold.ts'
export {
  bestCoverage,
  bestOf,
  type Candidates,
  countComplete,
  hasComplete,
  isDoubtful,
  leastCoverage,
  mayMeanOtherForms,
  needsRepair,
  rankOf,
  rarestFirst,
  selectiveTerms,
  shortestRepairedAlone,
  type Term,
  titleStart,
  weightOf,
  wordForms,
  wordsOfQuery,
} from './judge.ts'
export { plainText } from './plain-text.ts'
export { createSearchPool, type SearchAnswer, type SearchPool, type SearchPoolOptions, type WithWorks } from './pool.ts'
export { isOneSlipApart, isOneSlipFromStart, partings, scoreWork } from './rank.ts'
export {
  type AllWorks,
  openAllWorks,
  openWorksReader,
  type StartedWork,
  setDamagedAside,
  type WorkAnswer,
  type WorksReader,
  worksIndexFile,
} from './reader.ts'
export {
  mayReplace,
  type OnKnown,
  type PreparedWork,
  prepareWork,
  sameFacts,
  valuesOf,
  withGapsFilled,
} from './replace-work.ts'
export { type Author, type FoundWork, pmidOf, type RankedWork, type Work, type WorkRow, workOfRow } from './work.ts'
export { openWorksWriter, type PutCounts, type WorksSink, type WorksWriter } from './writer.ts'
