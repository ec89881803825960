/**
 * Formats a redirect target for people: the host as shown in an address bar, or only the scheme of a custom scheme, since anything can
 * follow it. Empty if invalid.
 */
export const placeOf = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return ''
  return /^https?:$/.test(parsed.protocol) ? parsed.host : parsed.protocol
}
