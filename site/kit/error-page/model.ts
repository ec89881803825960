/** Model of the error page. The page has default messages for each status. */
export type ErrorPageModel = {
  /** HTTP status: 400, 401, 403, 404, 409, 413, 429, 500, 503 have their own messages; others use those of 400 or 500. */
  status: number
  /** A more specific message from the server, if there is one. */
  message: string | null
  /** Request ID for support; shown from 500 on. */
  requestId: string | null
  /** Login URL with return path; null if logging in would not help. */
  login: string | null
}
