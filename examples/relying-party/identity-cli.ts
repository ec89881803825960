import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')

/** The provider's own command line, which is how an operator tells it of applications; gives what it prints as JSON. */
export const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}
