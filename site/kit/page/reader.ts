/** Reader data shown on every page. */
export type Reader = {
  /** True if there is a session to log out of. */
  signedIn: boolean
  /** The provider's account ID; null if signed out or unknown. */
  account: string | null
  /** Name or address of the signed-in user, shown only to them; null if signed out or unknown. */
  name: string | null
  /** Operator impersonating the account; null for its own user. */
  impersonator: string | null
  /** True if the user may approve and reject. */
  moderates: boolean
  /** Path of this page, to return to after logging in. */
  path: string
  /** True if the account's email address is unverified. */
  unconfirmed: boolean
  /** Message above the page when a feature is temporarily unavailable to the reader. */
  notice: string | null
  /** Contact address of the operators; null if not configured. */
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
