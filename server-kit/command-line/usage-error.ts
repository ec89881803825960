import { OperatorError } from '../operator-error/index.ts'

/** A command line that was not understood, as opposed to a command that could not be done. */
export class UsageError extends OperatorError {
  override name = 'UsageError'
}
