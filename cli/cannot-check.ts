/** The references could not be checked. The message explains the problem and the remedy. Exit code 2. */
export class CannotCheck extends Error {
  override name = 'CannotCheck'
}
