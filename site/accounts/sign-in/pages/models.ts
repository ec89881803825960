/** Type of an emailed link spent here: a magic link, or the second link of a reset mail. */
export type LinkType = 'magic_links' | 'login'

/** An opened magic link; `redirect` is its target. */
export type MailedLink = { type: LinkType; token: string; redirect: string | null }

/**
 * Model of `/authenticate`. `redirect` is a path of this site; `asked` is the double-submit token for browsers that don't report a form's
 * origin.
 */
export type AuthenticatePageModel =
  /**
   * Asks if the reader wants a session that was not handed over by a page of ours. `account` is its verified address (or number);
   * `replaces` the currently signed-in user: null if none, empty if unknown.
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
   * A magic link was opened. The button spends it, so that mail scanners spend nothing. `account` is the recipient; `isAsked`: this browser
   * requested this exact link with the no-JavaScript form.
   */
  | ({ kind: 'link'; account: string; replaces: string | null; isAsked: boolean; asked: string | null } & MailedLink)
  /**
   * A password link was opened, which also `confirms` an unverified address. With JavaScript the widget's form opens over the page.
   * `problem` is the error of the submitted password.
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
   * The session has proved only one of two factors, so the authenticator code is required. With JavaScript the widget's form handles this.
   * `account` is empty if unknown.
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
   * Return from a social provider with a token that the page's script accepts if this browser started the sign-in. The server cannot check
   * that and accepts none.
   */
  | { kind: 'social'; token: string; redirect: string | null }
  /** Return without a token; `message` is the reason. */
  | { kind: 'refused'; message: string; redirect: string }
  /** Failure with a message. `again`: a link that may work in a minute. */
  | { kind: 'failed'; title: string; message: string; redirect: string; again: MailedLink | null }

/** Model of `/logout`, for requests from external links. */
export type LogoutPageModel = { redirect: string }

/** The page at `/login`. */
export type LoginPageModel =
  | { kind: 'ask'; email: string; problem: string | null; redirect: string }
  | { kind: 'sent'; email: string; redirect: string }
  /** The account's confirmation mail was sent again. */
  | { kind: 'confirming'; email: string; redirect: string }

/** Model of `/oauth/authorize`. Its content comes from the provider in the browser; the request is in the query. */
export type ConsentPageModel = { title: string }
