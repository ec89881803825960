/** DOI patterns of publishers that include the year of creation, which for notices is nearly always the notice's. */
const patterns: readonly RegExp[] = [
  /^10\.1016\/j\.[a-z]+\.((?:19|20)\d\d)\.\d\d\.\d/,
  /^10\.\d+\/s\d{5}-(0\d\d)-/,
  /^10\.1155\/((?:19|20)\d\d)\//,
  /^10\.3389\/f[a-z]+\.((?:19|20)\d\d)\./,
  /^10\.1111\/j\.\d{4}-\d{3}[\dx]\.((?:19|20)\d\d)/,
]

/** Returns the year in a DOI of Elsevier, Springer Nature, Hindawi, Frontiers or Wiley; otherwise null. */
export const yearInDoi = (doi: string): number | null => {
  const year = Number(patterns.map(pattern => pattern.exec(doi)?.[1]).find(found => found !== undefined) ?? Number.NaN)
  if (Number.isNaN(year)) return null
  // Springer Nature writes the year's last three digits.
  return year < 100 ? 2000 + year : year
}
