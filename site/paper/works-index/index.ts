export { type AllWorks, openAllWorks } from './all-works.ts'
export { worksIndexFile } from './file.ts'
export { foldWords } from './fold.ts'
export { rankOf, titleStart } from './indexed-words.ts'
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
  rarestFirst,
  selectiveTerms,
  shortestRepairedAlone,
  type Term,
  weightOf,
  wordsOfQuery,
} from './judge.ts'
export { plainText } from './plain-text.ts'
export { createSearchPool, type SearchAnswer, type SearchPool, type SearchPoolOptions, type WithWorks } from './pool.ts'
export { type PreparedWork, prepareWork } from './prepared-work.ts'
export { scoreWork } from './rank.ts'
export { openWorksReader, type StartedWork, type WorkAnswer, type WorksReader } from './reader.ts'
export { mayReplace, type OnKnown, sameFacts, valuesOf, withGapsFilled } from './replace-work.ts'
export { setDamagedAside } from './set-damaged-aside.ts'
export { isOneSlipApart, isOneSlipFromStart, partings } from './spelling.ts'
export { wordForms } from './word-forms.ts'
export { type Author, type FoundWork, pmidOf, type RankedWork, type Work, type WorkRow, workOfRow } from './work.ts'
export { openWorksWriter, type PutCounts, type WorksSink, type WorksWriter } from './writer.ts'
