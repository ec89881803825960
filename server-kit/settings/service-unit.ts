/** Environment, user and folder of the process that a systemd unit starts. */
export type ServiceUnit = {
  user: string | null
  /** Values of `Environment=`, with specifiers as they are written. */
  environment: Record<string, string>
  /** Paths of `EnvironmentFile=`; one that may be missing begins with `-`. */
  environmentFiles: string[]
  /** Paths of `LoadCredential=`, by the name of the credential. */
  credentials: Record<string, string>
}

/** Reads a unit and its drop-ins, one after the other in one text (systemd.syntax(7)); settings it does not know are passed over. */
export const parseUnit = (text: string): ServiceUnit => {
  const unit: ServiceUnit = { user: null, environment: {}, environmentFiles: [], credentials: {} }
  for (const [name, value] of linesOf(text)) {
    if (name === 'User') unit.user = value === '' ? null : value
    if (name === 'EnvironmentFile') unit.environmentFiles = value === '' ? [] : [...unit.environmentFiles, value]
    if (name === 'LoadCredential' && value.includes(':')) {
      const at = value.indexOf(':')
      unit.credentials[value.slice(0, at)] = value.slice(at + 1)
    }
    if (name !== 'Environment') continue
    if (value === '') unit.environment = {}
    for (const pair of splitWords(value)) {
      const at = pair.indexOf('=')
      if (at > 0) unit.environment[pair.slice(0, at)] = pair.slice(at + 1)
    }
  }
  return unit
}

/** `NAME=VALUE` of each line that is no comment and no section. A line that ends in `\` goes on in the next. */
const linesOf = (text: string): [name: string, value: string][] =>
  text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): [string, string][] => {
      const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    })

/** Splits at spaces outside quotes, and takes quotes and backslashes away. */
const splitWords = (text: string): string[] =>
  [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'\\])+/g)].map(([word]) => unquoted(word))

const unquoted = (word: string): string =>
  word.replaceAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\\(.)/g, (_, double, single, escaped) =>
    escaped === undefined ? String(double ?? single).replaceAll(/\\(.)/g, '$1') : escaped,
  )

/** Reads a file of `EnvironmentFile=` (systemd.exec(5)): `NAME=VALUE` a line, a value may be quoted. */
export const parseEnvironmentFile = (text: string): Record<string, string> =>
  Object.fromEntries(linesOf(text).map(([name, value]) => [name, unquoted(value)]))

/** Reads a file as root can. Throws when it cannot. */
type ReadFile = (path: string) => string

/**
 * Returns the environment with which systemd starts a unit. A secret passed as a credential (`NAME_FILE=%d/name`) becomes the value of NAME
 * itself, because credentials are only available to the service's process.
 * @throws the error of `read` for a required file
 */
export const environmentOf = (
  { environment, environmentFiles, credentials }: ServiceUnit,
  read: ReadFile,
): Record<string, string> => {
  const values = { ...environment }
  for (const path of environmentFiles) {
    const mayBeMissing = path.startsWith('-')
    try {
      Object.assign(values, parseEnvironmentFile(read(mayBeMissing ? path.slice(1) : path)))
    } catch (error) {
      if (!mayBeMissing) throw error
    }
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const credential = /^%d\/(.+)$/.exec(value)?.[1]
      const path = credential === undefined ? undefined : credentials[credential]
      if (path === undefined || !name.endsWith('_FILE')) return [name, value.replaceAll('%%', '%')]
      return [name.slice(0, -'_FILE'.length), read(path).trim()]
    }),
  )
}
