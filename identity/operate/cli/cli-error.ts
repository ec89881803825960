/** A mistake on the command line, in a sentence. */
export class CliError extends Error {
  override name = 'CliError'
}

/** A command that was not understood, as against one that could not be done. */
export class UsageError extends CliError {
  override name = 'UsageError'
}
