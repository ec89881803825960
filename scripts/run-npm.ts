import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs npm in a folder and returns its output. Rejects with its error output on failure. */
export const runNpm = async (words: readonly string[], cwd: string): Promise<string> => {
  // A list of packages or an SBOM is longer than the usual limit of output.
  const { stdout } = await run('npm', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  return stdout
}
