import process from 'node:process'
import { OperatorError } from '@corroborate/server-kit/operator-error'

/** Runs the work. An operator error ends the process with a message instead of a stack trace. */
export const orSayWhy = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
