import type { WorksSink } from '../works-index/index.ts'
import type { WriterThere } from './writer.ts'

/** Adapts the writer to an import. OpenSearch corrects typos from its own terms, so there is no vocabulary. */
export const sinkInto = ({ put }: Pick<WriterThere, 'put'>): WorksSink => ({
  put,
  vocabularyIsStale: () => false,
  vocabularyIsFarBehind: () => false,
  refreshVocabulary: () => {},
})
