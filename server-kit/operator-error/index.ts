/** An error that the server's operator can fix. Its message explains the problem and the remedy, and is printed without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Exit code of a startup failure that needs a configuration change: EX_CONFIG of sysexits.h. */
export const configurationExitCode = 78

/**
 * An OperatorError that a restart cannot fix, such as a wrong setting or a damaged file. A server exits with
 * `configurationExitCode`, so that its supervisor does not restart it.
 */
export class ConfigurationError extends OperatorError {
  override name = 'ConfigurationError'
}
