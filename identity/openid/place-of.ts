/**
 * Where an address leads, as people read it: the host, as browsers write it in their address bar; of an application's own scheme
 * that alone, for what follows it is nobody's. Empty when it is no address.
 */
export const placeOf = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return ''
  return /^https?:$/.test(parsed.protocol) ? parsed.host : parsed.protocol
}
