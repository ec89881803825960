/** The address of a page, taken apart. `path` is decoded, and the names in `query` are in small letters. */
export type Address = {
  url: URL
  /** Lowercase, without `www.` and library proxy rewriting. */
  host: string
  path: string
  query: URLSearchParams
}

const schemeless =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|org|net|edu|gov|info|int|io|eu|science|press|[a-z]{2})(?::\d+)?\//i
const scheme = /^[a-z][a-z\d+.-]*:\/\//i

/** The address that a text is, with or without `https://`; null for anything else. */
export const readAddress = (text: string): Address | null => {
  const bare = text.replace(/^[<("']+/, '').replace(/(?<![>"'])[>"']+$/, '')
  if (/\s/.test(bare)) return null
  const whole = scheme.test(bare)
    ? bare
    : schemeless.test(bare) || /^www\.\S+\.\S/i.test(bare)
      ? `https://${bare}`
      : null
  const url = whole === null ? null : URL.parse(whole)
  if (url === null) return null
  return { url, host: hostOf(url), path: decoded(url.pathname), query: inSmallLetters(url.searchParams) }
}

const hostOf = (url: URL): string =>
  unproxied(url.hostname.toLowerCase().replace(/\.$/, '')).replace(/^(?:www\d?|m)\./, '')

/** Libraries' proxies: `www-nature-com.proxy.example.edu` and `www.nature.com.proxy.example.edu` stand for www.nature.com. */
const unproxied = (host: string): string => {
  const [first = '', ...rest] = host.split('.')
  const dotted = first.replaceAll('--', '\0').replaceAll('-', '.').replaceAll('\0', '-')
  if (rest.length > 1 && /\.(?:com|org|net|edu|gov|uk|eu)$/.test(dotted)) return dotted
  return /(.+?\.(?:com|org|net|gov))\.(?:\S+\.)?(?:ez)?proxy/.exec(host)?.[1] ?? host
}

const inSmallLetters = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].map(([name, value]): [string, string] => [name.toLowerCase(), value]))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parameters in which pages that only pass a reader on keep the address they pass to. */
const passing = ['url', 'q', 'u', 'target', 'qurl', 'destination', 'redirect', 'dest', 'link']

/** Extracts the URL nested in a redirect of a search engine or mail program, a library login, or an archive. Null if there is none. */
export const addressInside = ({ url, path, query }: Address): Address | null => {
  for (const name of passing) {
    const inner = query.get(name) ?? ''
    if (scheme.test(inner)) return readAddress(inner)
  }
  const at = path.search(/\/https?:\//i)
  if (at === -1) return null
  return readAddress(`${path.slice(at + 1).replace(/:\/+/, '://')}${url.search}`)
}
