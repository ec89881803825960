/**
 * Something the person who runs the server can put right. Its message says what is wrong and what to do, so that it is
 * printed without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Exit status of a start that fails until somebody changes something: EX_CONFIG of sysexits.h. */
export const configurationExitCode = 78

/**
 * An OperatorError that a restart cannot fix, such as a wrong setting or a damaged file. A server exits with
 * `configurationExitCode`, so that its supervisor does not restart it.
 */
export class ConfigurationError extends OperatorError {
  override name = 'ConfigurationError'
}
