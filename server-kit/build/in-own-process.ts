import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import process from 'node:process'
import { OperatorError } from '../operator-error/index.ts'

/**
 * Runs a program of ours to its end in a process of its own. A bundler takes hundreds of megabytes, which a server that has
 * built would keep.
 * @throws OperatorError when it fails; it has said why.
 */
export const inOwnProcess = async (program: string): Promise<void> => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  const how = signal === null ? `with code ${String(code)}` : `by ${String(signal)}`
  throw new OperatorError(`${relative(process.cwd(), program)} ended ${how}: what it says above is why.`)
}
