/** A mistake on the command line, in a sentence. */
export class CliError extends Error {
  override name = 'CliError'
}
