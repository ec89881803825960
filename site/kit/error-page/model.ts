/** What a reader is told when there is no page to show. The page has its own words for each status. */
export type ErrorPageModel = {
  /** HTTP status: 400, 401, 403, 404, 409, 413, 429, 500, 503 have words of their own; others borrow 400's or 500's. */
  status: number
  /** A sentence more exact than the page's own, when the server has one that helps the reader. */
  message: string | null
  /** What to quote when asking for help; shown from 500 on. */
  requestId: string | null
  /** Where to log in and come back; null where that would not help. */
  login: string | null
}
