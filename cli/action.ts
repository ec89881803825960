import { globSync, statSync } from 'node:fs'
import process from 'node:process'
import { argumentsOfAction } from './arguments-of-action.ts'
import { CannotCheck } from './cannot-check.ts'
import { printable } from './printable.ts'
import { run } from './run.ts'

// Entry point of the GitHub Action in `action.yml`. Runs from the checkout of this repository, inside the repository that uses it.

/** Lists the repository files that match a pattern, excluding installed dependencies. */
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { exclude: path => /(?:^|[/\\])(?:node_modules|\.git)$/.test(path) }).filter(
    path => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  )

// biome-ignore lint/style/noProcessEnv: the runner gives the action's inputs in the environment
const environment = process.env

try {
  process.exitCode = await run(argumentsOfAction(environment, filesOf), {
    environment: {},
    out: text => process.stdout.write(text),
    err: text => process.stderr.write(text),
  })
} catch (error) {
  if (!(error instanceof CannotCheck)) throw error
  process.stderr.write(`corroborate: ${printable(error.message)}\n`)
  process.exitCode = 2
}
