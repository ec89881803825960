import process from 'node:process'

/** True for `--help` or `-h` anywhere, or `help` alone. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h') || (args.length === 1 && args[0] === 'help')

/** If help was requested, prints a script's usage and exits with 0. */
export const printHelpIfAsked = (usage: string): void => {
  if (!asksForHelp(process.argv.slice(2))) return
  process.stdout.write(`${usage.trim()}\n`)
  process.exit(0)
}
