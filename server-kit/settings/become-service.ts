import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import process from 'node:process'
import { messageOf } from '../error-message/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { environmentOf, parseUnit, type ServiceUnit } from './service-unit.ts'
import { variables } from './variables.ts'

/** Folder of the operator's units. Units of packages are not ours. */
const unitFolder = '/etc/systemd/system'

/**
 * Switches this process to the settings and user of an installed service, so that a command acts on the service's data. Without such a
 * unit, as in a container, the environment already has the settings, and root switches to the owner of DATA_DIR.
 * @param unit name of a unit, or path of its file; defaults to the first of `candidates` that is enabled or installed
 * @throws OperatorError if the service cannot be found, read or impersonated by this user
 */
export const becomeService = (unit: string | null, candidates: readonly string[]): void => {
  const file = unit === null ? findUnit(candidates) : pathOf(unit)
  if (file === null) {
    becomeOwnerOfData()
    return
  }
  if (!existsSync(file)) throw new OperatorError(`There is no unit ${file}: name an installed one after --unit.`)
  const service = parseUnit(textOf(file))
  const { user } = service
  const isRoot = process.getuid?.() === 0
  if (!isRoot) {
    throw new OperatorError(
      `Run this as root ("sudo corroborate …"): it reads the settings of ${file} and then runs as ${user ?? 'root'}.`,
    )
  }
  // Read as root. Privileges are dropped afterwards.
  setSettings(readEnvironment(service, file))
  if (user !== null) becomeUser(user, file)
}

const pathOf = (unit: string): string =>
  unit.includes('/') ? unit : `${unitFolder}/${unit.endsWith('.service') ? unit : `${unit}.service`}`

const findUnit = (candidates: readonly string[]): string | null => {
  const installed = candidates.filter(name => existsSync(pathOf(name)))
  const enabled = installed.find(name => existsSync(`${unitFolder}/multi-user.target.wants/${name}.service`))
  const chosen = enabled ?? installed[0]
  return chosen === undefined ? null : pathOf(chosen)
}

/** The unit and its drop-ins, in the order in which systemd reads them. */
const textOf = (file: string): string =>
  [file, ...globSync(`${file}.d/*.conf`).sort()].map(path => readFileSync(path, 'utf8')).join('\n')

const readEnvironment = (service: ServiceUnit, file: string): Record<string, string> => {
  try {
    return environmentOf(service, path => readFileSync(path, 'utf8'))
  } catch (error) {
    throw new OperatorError(`The settings of ${file} cannot be read: ${messageOf(error)}.`)
  }
}

/** The service's settings are the only ones: none of the caller's may lead to other data. */
const setSettings = (values: Readonly<Record<string, string>>): void => {
  // biome-ignore lint/style/noProcessEnv: this is how a command gets the settings of the service
  const environment = process.env
  for (const name of Object.keys(variables.shape)) {
    delete environment[name]
    delete environment[`${name}_FILE`]
  }
  Object.assign(environment, values)
}

const becomeUser = (user: string, file: string): void => {
  try {
    const group = Number(execFileSync('id', ['-g', user], { encoding: 'utf8', stdio: 'pipe' }))
    process.setgroups?.([group])
    process.setgid?.(group)
    process.setuid?.(user)
    process.umask(0o077)
  } catch {
    throw new OperatorError(`There is no user ${user}, as whom ${file} runs: run deploy/systemd/install.sh first.`)
  }
}

const becomeOwnerOfData = (): void => {
  // biome-ignore lint/style/noProcessEnv: as above
  const folder = process.env.DATA_DIR
  if (process.getuid?.() !== 0 || !folder || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  process.umask(0o077)
}
