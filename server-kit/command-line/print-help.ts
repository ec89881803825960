import process from 'node:process'

/** True for a command line that asks for help: `--help` or `-h` anywhere, or `help` alone. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h') || (args.length === 1 && args[0] === 'help')

/** Prints the usage of a script and ends the process with exit code 0, if its command line asks for help. */
export const printHelpIfAsked = (usage: string): void => {
  if (!asksForHelp(process.argv.slice(2))) return
  process.stdout.write(`${usage.trim()}\n`)
  process.exit(0)
}
