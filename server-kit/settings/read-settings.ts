import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { disagreements, type Mistake, SettingsError } from './disagreements.ts'
import { groupSettings, repository, type Settings } from './group-settings.ts'
import { secretVariables, variables } from './variables.ts'

/** Reads a file whole; throws when it cannot. */
type ReadFile = (path: string) => string

/** As secrets are mounted into containers, and as systemd hands them out: small files. */
const readSecret: ReadFile = path => readFileSync(path, 'utf8')

/**
 * The values of variables that are kept in files: `NAME_FILE` names the file that holds the value of `NAME`. The line break at
 * its end is not part of it. For each variable that both are set for, and each file that cannot be read, there is a mistake.
 */
const valuesFromFiles = (
  environment: Environment,
  names: Iterable<string>,
  read: ReadFile,
): { values: Record<string, string>; mistakes: Mistake[] } => {
  const values: Record<string, string> = {}
  const mistakes: Mistake[] = []
  for (const name of names) {
    const variable = `${name}_FILE`
    const file = environment[variable]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) {
      mistakes.push({ variable, sentence: `and ${name} are both set: remove one of them.` })
      continue
    }
    try {
      const value = read(file).trim()
      if (value === '') mistakes.push({ variable, sentence: `names ${file}, which is empty.` })
      else values[name] = value
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      mistakes.push({ variable, sentence: `names ${file}, which this user cannot read${reason}.` })
    }
  }
  return { values, mistakes }
}

/**
 * Creates a missing data folder, accessible to this user only because it contains user data.
 * @throws SettingsError if it cannot be created or written to.
 */
export const prepareDataDir = (folder: string): void => {
  try {
    makeFolder(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new SettingsError([
      {
        variable: 'DATA_DIR',
        sentence: `is ${folder}, where this user cannot keep files${reason}: name another folder, or make that one writable.`,
      },
    ])
  }
}

/** Node's own recursive mkdir never returns where a parent exists and still answers ENOENT, as below /proc. */
const makeFolder = (folder: string, mode: number): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder), 0o777)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings out of an environment, and those that are secret also out of files: `NAME_FILE` names the file that holds
 * the value of `NAME`. An empty value counts as not set.
 * @throws SettingsError that lists every mistake at once.
 */
export const readSettings = (environment: Environment, readFile: ReadFile = readSecret): Settings => {
  const given: Record<string, string> = {}
  for (const name of Object.keys(variables.shape)) {
    const value = environment[name]?.trim()
    if (value) given[name] = value
  }
  const fromFiles = valuesFromFiles(environment, secretVariables, readFile)
  Object.assign(given, fromFiles.values)
  const parsed = variables.safeParse(given)
  const wrong = (parsed.error?.issues ?? []).map(issue => mistake(String(issue.path[0]), issue.message, given))
  const mistakes = [...fromFiles.mistakes, ...wrong, ...disagreements(given)]
  if (!parsed.success || mistakes.length > 0) throw new SettingsError(mistakes)
  return groupSettings(parsed.data)
}

const mistake = (variable: string, message: string, given: Environment): Mistake => ({
  variable,
  sentence: secretVariables.has(variable) ? `${message}.` : `${message}, not "${given[variable]}".`,
})

/**
 * Reads the settings of this process from the environment, and from an optional `.env` file at the repository root, over which the
 * environment takes precedence. Creates nothing. All environment variables of the servers are read here.
 * @throws SettingsError
 */
export const readProcessSettings = (): Settings => {
  const file = join(repository, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // biome-ignore lint/style/noProcessEnv: this is the one place
  return readSettings(process.env)
}

/**
 * Reads the settings of a server that starts, and creates its data folder when it is missing. Commands use
 * `readProcessSettings`: on a mistyped or forgotten DATA_DIR they must fail instead of starting with nothing.
 * @throws SettingsError
 */
export const readServerSettings = (): Settings => {
  const settings = readProcessSettings()
  prepareDataDir(settings.dataDir)
  return settings
}

/** Logs one warning for each setting that a public server should have and this one lacks. */
export const warnOfMissing = ({ missing }: Settings, logger: { warn: (message: string) => void }): void => {
  for (const name of missing) logger.warn(`${name} is not set: ${consequences[name]}`)
}

const consequences: Readonly<Record<string, string>> = {
  SITE_CONTACT:
    'pages name no address to write to, and /.well-known/security.txt is missing. Set it to an email address that you read.',
}
