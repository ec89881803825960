import process from 'node:process'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { becomeService } from '@corroborate/server-kit/settings'
import { type InstalledCommand, installedCommands } from './commands.ts'

// `corroborate [--unit UNIT] COMMAND …`: runs a command with the settings and the user of the installed service.

const usage = `Usage: corroborate [--unit UNIT] COMMAND [ARGUMENTS]

Runs a command with the settings of the installed service, as its user. In a container the settings are those of the container.

Commands:
${Object.entries(installedCommands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}.`)
  .join('\n')}

--unit UNIT  The systemd unit whose settings are used, such as corroborate-site. Default: the unit that is enabled.

\`corroborate COMMAND --help\` shows what a command takes.
`

/** The units that have the data of a command, those of both servers first. */
const unitsOf = ({ server }: InstalledCommand): string[] => [
  'corroborate',
  ...(server === 'identity' ? [] : ['corroborate-site']),
  ...(server === 'site' ? [] : ['corroborate-identity']),
]

const words = process.argv.slice(2)
const unit = words[0] === '--unit' ? (words.splice(0, 2)[1] ?? '') : null
const [name = '', ...rest] = words
const command = Object.hasOwn(installedCommands, name) ? installedCommands[name] : undefined

if (['', '-h', '--help', 'help'].includes(name) && unit === null) {
  process.stdout.write(usage)
} else if (command === undefined || unit === '') {
  process.stderr.write(command === undefined ? `There is no command "${name}".\n\n${usage}` : usage)
  process.exitCode = 2
} else {
  try {
    if (!rest.includes('--help') && !rest.includes('-h')) becomeService(unit, unitsOf(command))
    // Help names a command as it was started.
    process.argv = [process.execPath, 'corroborate', ...rest]
    await import(command.script)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
