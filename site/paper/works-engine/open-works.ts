import { openWorksThere } from '../works-opensearch/index.ts'
import { openWorksInFile } from './in-file.ts'
import type { WorksEngine, WorksPlace } from './look-up.ts'

type Options = { threads: number; onNotice: (sentence: string) => void }

/** Opens the works where they are. */
export const openWorks = (place: WorksPlace, { threads, onNotice }: Options): WorksEngine =>
  place.kind === 'opensearch'
    ? openWorksThere(place.place, { onNotice })
    : openWorksInFile({ file: place.file, threads, onNotice })
