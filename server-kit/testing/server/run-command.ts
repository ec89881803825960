import { execFile } from 'node:child_process'
import { asStarted } from './as-started.ts'
import { childEnvironment } from './child-environment.ts'

/**
 * Runs a command line of ours to its end: `script` is its file, `words` what follows, `environment` its settings, `input`
 * what it reads. Resolves with what it printed; rejects when it fails.
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
