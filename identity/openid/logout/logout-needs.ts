/** What an `id_token_hint` proves: the user and the session that it is about; null when it is none of ours. */
export type Hint = { userId: string; sid: string | null } | null

type Given = {
  /** Who is signed in, and the session as the application knows it; null when nobody is. */
  here: { userId: string; sid: string | null } | null
  /** Undefined without one. */
  hint: Hint | undefined
}

/**
 * What a log-out that an application asks for needs. A hint that is none of ours, or somebody else's, is a try to log out who
 * is not meant. Without one, anybody may have made the link, and with one of another session the person may not mean this one.
 */
export const logoutNeeds = ({ here, hint }: Given): 'nothing' | 'consent' | 'refusal' => {
  if (hint === null) return 'refusal'
  if (here === null) return 'nothing'
  if (hint === undefined) return 'consent'
  if (hint.userId !== here.userId) return 'refusal'
  return hint.sid !== null && hint.sid === here.sid ? 'nothing' : 'consent'
}
