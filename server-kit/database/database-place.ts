/** Location of a database: a PostgreSQL URL, or else a SQLite file. */
export type DatabasePlace = { url?: string | undefined; file: string }

/** Host, port and database of a PostgreSQL address, with the schema if it names one. Never includes a password. */
export const addressOf = (url: string): string => {
  if (!URL.canParse(url)) return 'of the settings'
  const { host, pathname } = new URL(url)
  const schema = schemaOf(url)
  return `${host}${pathname}${schema === null ? '' : ` (schema ${schema})`}`
}

/** The first schema of the search path that a PostgreSQL address sets (`?options=-c search_path=name`), or null. */
export const schemaOf = (url: string): string | null => {
  const options = URL.canParse(url) ? (new URL(url).searchParams.get('options') ?? '') : ''
  return /search_path\s*=\s*"?([^\s",]+)/.exec(options)?.[1] ?? null
}

/** Names a place for people: `SQLite /var/lib/corroborate/site.sqlite` or `PostgreSQL db.example.org:5432/site`. */
export const describePlace = ({ url, file }: DatabasePlace): string =>
  url === undefined ? `SQLite ${file}` : `PostgreSQL ${addressOf(url)}`
