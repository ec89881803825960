import type { ModeratePageModel } from './model.ts'
import { readDecided } from './read-decided.ts'
import type { Sources } from './read-shown.ts'
import { type Places, readWaiting } from './read-waiting.ts'

/** Which part of the page is asked for, from its query. */
export type Wanted = { view: 'waiting'; places: Places } | { view: 'decided'; before: string | null }

export const readWanted = (query: URLSearchParams): Wanted =>
  query.get('view') === 'decided'
    ? { view: 'decided', before: query.get('before') }
    : {
        view: 'waiting',
        places: { comment: query.get('comment'), audit: query.get('audit'), contribution: query.get('contribution') },
      }

type Frame = Pick<ModeratePageModel, 'path' | 'notice' | 'now'>

/** Reads what `/moderate` shows to one moderator. */
export const readModeratePage = async (
  sources: Sources,
  wanted: Wanted,
  { moderator, ...frame }: Frame & { moderator: string },
): Promise<ModeratePageModel> =>
  wanted.view === 'decided'
    ? { ...frame, view: 'decided', ...(await readDecided(sources, wanted.before)) }
    : { ...frame, view: 'waiting', sections: await readWaiting(sources, wanted.places, moderator) }
