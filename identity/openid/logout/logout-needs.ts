/** Verified content of an `id_token_hint`: its user and session; null if it is not one of ours. */
export type Hint = { userId: string; sid: string | null } | null

type Given = {
  /** The signed-in user, and the session ID known to the application; null if signed out. */
  here: { userId: string; sid: string | null } | null
  /** Undefined without one. */
  hint: Hint | undefined
}

/**
 * Decides what an application's logout request requires. An invalid hint, or one of another user, may be an attempt to log out the wrong
 * user. Without a hint, anyone may have made the link; with one of another session, the user may not mean this one.
 */
export const logoutNeeds = ({ here, hint }: Given): 'nothing' | 'consent' | 'refusal' => {
  if (hint === null) return 'refusal'
  if (here === null) return 'nothing'
  if (hint === undefined) return 'consent'
  if (hint.userId !== here.userId) return 'refusal'
  return hint.sid !== null && hint.sid === here.sid ? 'nothing' : 'consent'
}
