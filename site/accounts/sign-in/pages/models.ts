/** What came in a mail and is spent here: a link to log in with, or the second link of a reset mail. */
export type LinkType = 'magic_links' | 'login'

/** A mailed link as it was opened; `redirect` is where it says to lead on. */
export type MailedLink = { type: LinkType; token: string; redirect: string | null }

/**
 * The page at `/authenticate`. `redirect` is a path of this site; `asked` goes along with the form of a browser that does not
 * say where a form comes from.
 */
export type AuthenticatePageModel =
  /**
   * The reader came here with a session that no page of ours handed over: do they want it? `account` is the proved address
   * (or number) behind it; `replaces` the person who is signed in now: null for nobody, empty when there is no telling.
   */
  | {
      kind: 'confirm'
      account: string
      replaces: string | null
      sessionToken: string
      redirect: string
      asked: string | null
    }
  /**
   * A mailed link was opened. It is spent by the button, so that programs that open mails spend nothing. `account` is the
   * address it was mailed to; `isAsked`: this browser asked for this very link by the form without JavaScript.
   */
  | ({ kind: 'link'; account: string; replaces: string | null; isAsked: boolean; asked: string | null } & MailedLink)
  /**
   * A link for a password was opened: where nobody has proved the address yet it `confirms` that, too. With script the
   * widget's form opens over it. `problem` is what was wrong with the password that was sent.
   */
  | {
      kind: 'password'
      token: string
      account: string
      confirms: boolean
      problem: string | null
      redirect: string
      asked: string | null
    }
  /**
   * The session that the browser brings has proved one factor of two: the code of the authenticator app is asked for. With
   * script the widget's form does that. `account` is empty where nobody could say whose it is.
   */
  | {
      kind: 'second-factor'
      account: string
      sessionToken: string
      redirect: string
      problem: string | null
      asked: string | null
    }
  /**
   * Somebody came back from an account elsewhere, with a token that the script of this page takes where its own browser began
   * the sign-in. The server takes none: it cannot see that.
   */
  | { kind: 'social'; token: string; redirect: string | null }
  /** They came back without: `message` says why. */
  | { kind: 'refused'; message: string; redirect: string }
  /** It did not work, in a sentence. `again`: the link that may work in a minute. */
  | { kind: 'failed'; title: string; message: string; redirect: string; again: MailedLink | null }

/** The page at `/logout`, for who came by somebody else's link. */
export type LogoutPageModel = { redirect: string }

/** The page at `/login`. */
export type LoginPageModel =
  | { kind: 'ask'; email: string; problem: string | null; redirect: string }
  | { kind: 'sent'; email: string; redirect: string }
  /** The mail that confirms the address of an account was sent again. */
  | { kind: 'confirming'; email: string; redirect: string }

/** The page at `/oauth/authorize`. What it shows comes from the provider, in the browser: what is asked is in its query. */
export type ConsentPageModel = { title: string }
