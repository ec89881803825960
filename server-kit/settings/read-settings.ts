import { disagreements } from './disagreements.ts'
import { type ReadFile, readSecret, valuesFromFiles } from './from-files.ts'
import { groupSettings, type Settings } from './group-settings.ts'
import { type Mistake, SettingsError } from './settings-error.ts'
import { secretVariables, variables } from './variables.ts'

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
