/** Nothing can be said about the references. Its message tells a person what happened, and what to do. Exit code 2. */
export class CannotCheck extends Error {
  override name = 'CannotCheck'
}
