/** What every page shows of its reader. */
export type Reader = {
  /** Whether there is a session to log out of. */
  signedIn: boolean
  /** The provider's id of the account; null for nobody, and where there is no telling. */
  account: string | null
  /** The name or the address of the person who is signed in, for their own eyes; null for nobody, and where there is no telling. */
  name: string | null
  /** The operator who impersonates the account; null for its own user. */
  impersonator: string | null
  /** Whether they may approve and reject. */
  moderates: boolean
  /** Where logging in leads back to: the path of this page. */
  path: string
  /** Whether they have an account with an address that they have not shown to be theirs. */
  unconfirmed: boolean
  /** A sentence above the page, when something about the reader cannot be done right now. */
  notice: string | null
  /** Where those who run the site can be written to; null where they have not said. */
  contact: string | null
}

export const anybody: Reader = {
  signedIn: false,
  account: null,
  name: null,
  impersonator: null,
  moderates: false,
  path: '/',
  unconfirmed: false,
  notice: null,
  contact: null,
}
