/**
 * Something the person who runs the server can put right. Its message is the whole story, in sentences that say what to
 * do, so it is printed without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
