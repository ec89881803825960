/** What the ids that React makes in an island begin with (`useId`): each island is rendered by itself, on both sides. */
export const idsOf = (island: string): string => `${island}-`
