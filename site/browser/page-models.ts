import type { PaperPageModel } from '../papers/index.ts'
import type { HomePageModel, ResultsPageModel } from '../search/index.ts'
import type { AuthenticatePageModel, LoginPageModel, LogoutPageModel } from '../sign-in/index.ts'

/** What a reader is told when there is no page to show. The page has its own words for each status. */
export type ErrorPageModel = {
  /** HTTP status: 400, 404, 413, 429, 500, 503 have words of their own; others borrow 400's or 500's. */
  status: number
  /** A sentence more exact than the page's own, when the server has one that helps the reader. */
  message: string | null
  /** What to quote when asking for help; shown from 500 on. */
  requestId: string | null
}

/** Every page of the site by the marker in `<body data-page>` (SPEC §2), with what its component is given. */
export type PageModels = {
  home: HomePageModel
  results: ResultsPageModel
  paper: PaperPageModel
  authenticate: AuthenticatePageModel
  login: LoginPageModel
  logout: LogoutPageModel
  error: ErrorPageModel
}

export type PageName = keyof PageModels
