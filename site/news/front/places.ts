import { parseDoi } from '../../kit/doi/index.ts'
import type { RecentPlace, WantedPlace } from '../../paper/activity/index.ts'

/** Formats a cursor of the recent updates for a URL. */
export const writeRecentPlace = ({ at, id }: RecentPlace): string => `${at}.${id}`

/** The place that an address names; null for anything else. */
export const readRecentPlace = (text: string): RecentPlace | null => {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? []
  return id === undefined ? null : { at: Number(at), id }
}

/** A place in the list of papers wanted, in an address. */
export const writeWantedPlace = ({ bounty, watchers, doi }: WantedPlace): string => `${bounty}.${watchers}.${doi}`

/** The place that an address names; null for anything else. */
export const readWantedPlace = (text: string): WantedPlace | null => {
  const [, bounty, watchers, rest = ''] = /^(\d{1,15})\.(\d{1,9})\.(.{1,2000})$/s.exec(text) ?? []
  const doi = parseDoi(rest)
  return doi === null ? null : { bounty: Number(bounty), watchers: Number(watchers), doi }
}
