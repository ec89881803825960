/** What every page shows of its reader. */
export type Reader = {
  /** Whether there is a session to log out of. */
  signedIn: boolean
  /** The name or the address of whoever is signed in, for their own eyes; null for nobody, and where there is no telling. */
  name: string | null
  /** Whether they may approve and reject. */
  moderates: boolean
  /** Where logging in leads back to: the path of this page. */
  path: string
  /** Whether they have an account with an address that they have not shown to be theirs. */
  unconfirmed: boolean
  /** A sentence above the page, when something about the reader cannot be done just now. */
  notice: string | null
}

export const anybody: Reader = {
  signedIn: false,
  name: null,
  moderates: false,
  path: '/',
  unconfirmed: false,
  notice: null,
}
