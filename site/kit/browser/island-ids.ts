/** Returns the prefix of React's IDs (`useId`) in an island, since each is rendered separately on both sides. */
export const idsOf = (island: string): string => `${island}-`
