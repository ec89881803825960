import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')

/** Runs the provider's command line, as an operator would to register applications. Returns its JSON output. */
export const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}
