export type Cookie = {
  name: string
  value: string
  /** Epoch milliseconds; null lets it end with the browser's session. */
  expires: number | null
  path: string
  domain: string | null
  secure: boolean
}

/** Only a page that is sure to be on this machine may keep tokens in cookies that also travel without TLS. */
export const isLoopback = (hostname: string): boolean => /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname)

/** Formats a cookie for setting (RFC 6265bis §4.1). `Lax`, so that users following a link from a mail arrive signed in. */
export const formatCookie = ({ name, value, expires, path, domain, secure }: Cookie): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    `path=${path}`,
    expires === null ? '' : `expires=${new Date(expires).toUTCString()}`,
    domain === null ? '' : `domain=${domain}`,
    'SameSite=Lax',
    secure ? 'Secure' : '',
  ]
    .filter(part => part !== '')
    .join('; ')

/** A cookie's value among all of a page's, or null. The first wins, as it does at a server. */
export const readCookie = (cookies: string, name: string): string | null => {
  const found = cookies.split('; ').find(pair => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  const value = found.slice(name.length + 1)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
