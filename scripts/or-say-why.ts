import process from 'node:process'
import { OperatorError } from '@corroborate/server-kit/operator-error'

/** Does it; what the person at the command line can put right ends the process with a sentence, not a stack. */
export const orSayWhy = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
