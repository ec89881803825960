/**
 * Something the person who runs the server can put right. Its message says what is wrong and what to do, so that it is
 * printed without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
