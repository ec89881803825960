import type { Secret } from '@corroborate/server-kit/settings'

/** Works in OpenSearch: node URLs, which may include credentials, and the index alias. */
export type SearchPlace = { nodes: readonly string[]; name: string }

/** The place that the setting SEARCH_URL names; null where works are in a file. */
export const searchPlaceOf = (searchUrls: readonly Secret[] | null): SearchPlace | null =>
  searchUrls === null ? null : { nodes: searchUrls.map(url => url.reveal()), name: 'corroborate-works' }
