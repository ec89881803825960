import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import process from 'node:process'
import { OperatorError } from '../operator-error/index.ts'

/**
 * Runs one of our programs in a child process. A bundler uses hundreds of megabytes, which a server would otherwise retain.
 * @throws OperatorError on failure, after the program has printed the reason.
 */
export const inOwnProcess = async (program: string): Promise<void> => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  const how = signal === null ? `with code ${String(code)}` : `by ${String(signal)}`
  throw new OperatorError(`${relative(process.cwd(), program)} ended ${how}: what it says above is why.`)
}
