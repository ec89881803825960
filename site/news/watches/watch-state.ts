import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
/** The watch button between the reader and the server (SPEC §4, "Watch"). */
export type WatchState = {
  /** Last server state. */
  watching: boolean
  /** Number of watchers, including the reader. */
  watchers: number
}

/** Button label (SPEC §4). */
export const watchLabel = ({ watching }: Pick<WatchState, 'watching'>, busy: boolean): string =>
  busy ? (watching ? 'Unwatching...' : 'Watching...') : watching ? 'Unwatch' : 'Watch'

/** The state after the call, and as it was when the call failed: without a word (SPEC §8). */
export const settled = (state: WatchState, succeeded: boolean): WatchState =>
  succeeded ? { watching: !state.watching, watchers: Math.max(0, state.watchers + (state.watching ? -1 : 1)) } : state

/** Number of other watchers as text; null if there are none. */
export const watchersInWords = ({ watching, watchers }: Pick<WatchState, 'watching' | 'watchers'>): string | null => {
  const others = watching ? watchers - 1 : watchers
  if (watching) return others < 1 ? null : `${people(others, 'other')} ${others === 1 ? 'watches' : 'watch'} it too`
  return others < 1 ? null : `${people(others, '')} ${others === 1 ? 'watches' : 'watch'} it`
}

const people = (count: number, which: '' | 'other'): string =>
  `${groupedNumber(count)} ${which === '' ? '' : `${which} `}${count === 1 ? 'person' : 'people'}`
