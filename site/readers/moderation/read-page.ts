import { paths } from '../../kit/doi/index.ts'
import { isFiltered, type QueueFilters, readFilters, writeFilters } from './filters.ts'
import type { ModeratePageModel } from './model.ts'
import { readDecided } from './read-decided.ts'
import type { Sources } from './read-shown.ts'
import { type Places, readWaiting } from './read-waiting.ts'
import { moderationQueues } from './rules.ts'

/** Requested part of the page, from its query. */
export type Wanted =
  | { view: 'waiting'; places: Places; filters: QueueFilters }
  | { view: 'decided'; before: string | null }

export const readWanted = (query: URLSearchParams): Wanted =>
  query.get('view') === 'decided'
    ? { view: 'decided', before: query.get('before') }
    : {
        view: 'waiting',
        filters: readFilters(query),
        places: Object.fromEntries(moderationQueues.map(queue => [queue, query.get(queue)])),
      }

type Frame = Pick<ModeratePageModel, 'path' | 'notice' | 'now'>

/** Reads `/moderate` for a moderator. */
export const readModeratePage = async (
  sources: Sources,
  wanted: Wanted,
  { moderator, ...frame }: Frame & { moderator: string },
): Promise<ModeratePageModel> =>
  wanted.view === 'decided'
    ? { ...frame, view: 'decided', ...(await readDecided(sources, wanted.before)) }
    : {
        ...frame,
        view: 'waiting',
        filters: {
          ...writeFilters(wanted.filters),
          isAny: isFiltered(wanted.filters),
          without: paths.moderate({ queue: wanted.filters.queue }),
        },
        ...(await readWaiting(sources, { ...wanted, moderator, now: frame.now })),
      }
