/** What came in a mail and is spent here: a link to log in with, or the second link of a reset mail. */
export type LinkType = 'magic_links' | 'login'

/** The page at `/authenticate`. `redirect` is a path of this site. */
export type AuthenticatePageModel =
  /** Somebody else's page has sent the reader here with a session: do they want it? */
  | { kind: 'confirm'; name: string; sessionToken: string; redirect: string }
  /** A mailed link was opened. It is spent by the button, so that programs that open mails spend nothing. */
  | { kind: 'link'; type: LinkType; token: string; redirect: string | null }
  /** It did not work, in a sentence. */
  | { kind: 'failed'; title: string; message: string; redirect: string }

/** The page at `/logout`, for who came by somebody else's link. */
export type LogoutPageModel = { redirect: string }

/** The page at `/login`. */
export type LoginPageModel =
  | { kind: 'ask'; email: string; problem: string | null; redirect: string }
  | { kind: 'sent'; email: string; redirect: string }
  /** The mail that confirms the address of an account was sent again. */
  | { kind: 'confirming'; email: string; redirect: string }
