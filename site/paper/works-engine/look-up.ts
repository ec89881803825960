import { openWorksReader } from '../works-index/index.ts'
import { openWorksThere, type SearchPlace } from '../works-opensearch/index.ts'
import type { WorksEngine } from './works-engine.ts'

/** Location of the works; plain data, so that it can be posted to a thread. */
export type WorksPlace = { kind: 'file'; file: string } | { kind: 'opensearch'; place: SearchPlace }

/** Opens the look-ups of works alone, for a thread that does not search. */
export const openLookUps = (
  place: WorksPlace,
  { onNotice }: { onNotice: (sentence: string) => void },
): Pick<WorksEngine, 'lookUp'> => {
  if (place.kind === 'opensearch') return openWorksThere(place.place, { onNotice })
  const reader = openWorksReader(place.file, { onNotice })
  return { lookUp: async ask => ask(reader) }
}
