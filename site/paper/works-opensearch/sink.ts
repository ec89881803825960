import type { WorksSink } from '../works-index/index.ts'
import type { WriterThere } from './writer.ts'

/** A writer as an import takes it: OpenSearch mends slips from its own words, so there is no list of them to keep. */
export const sinkInto = ({ put }: Pick<WriterThere, 'put'>): WorksSink => ({
  put,
  vocabularyIsStale: () => false,
  vocabularyIsFarBehind: () => false,
  refreshVocabulary: () => {},
})
