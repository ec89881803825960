/**
 * What a log-out that an application asks for needs. A hint that is none of ours, or somebody else's, is a try to log out who
 * is not meant; without one, anybody may have made the link.
 */
export const logoutNeeds = ({
  signedIn,
  hint,
  hinted,
}: {
  /** The user who is signed in. */
  signedIn: string | null
  /** The `id_token_hint`, and the user it proves. */
  hint: string | undefined
  hinted: string | null
}): 'nothing' | 'consent' | 'refusal' => {
  if (hint !== undefined && hinted === null) return 'refusal'
  if (signedIn === null) return 'nothing'
  if (hinted === null) return 'consent'
  return hinted === signedIn ? 'nothing' : 'refusal'
}
