import { execFile } from 'node:child_process'
import { asStarted } from './as-started.ts'
import { childEnvironment } from './child-environment.ts'

/**
 * Runs one of our command lines to completion: `script` is its file, `words` its arguments, `environment` its settings, `input` its stdin.
 * Returns its output; rejects on failure.
 */
export const runCommand = (
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = execFile(
      process.execPath,
      [asStarted(script), ...words],
      { env: { ...childEnvironment, ...environment } },
      (error, printed) => (error === null ? resolve(printed) : reject(error)),
    )
    command.stdin?.end(input)
  })
