/** The page of a form that was submitted after its session had ended. */
export type ContinuePageModel =
  /** The form was just submitted, and is held. `message`: why it was not accepted. */
  | { kind: 'held'; message: string; login: string }
  /** The form is of another account's page than the one that is logged in. */
  | { kind: 'other'; id: string }
  /** Filled in by a visitor who may not be the user logged in now. Shown only after that user confirms it is theirs. */
  | { kind: 'ask'; id: string; page: string }
  /** Its sender is logged in, and decides. `page`: where it was filled in. */
  | { kind: 'confirm'; id: string; action: string; page: string; fields: readonly (readonly [string, string])[] }
  /** The form was submitted, discarded or has expired, or another browser sent it. */
  | { kind: 'gone' }
