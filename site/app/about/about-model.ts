/** What `/about` shows beside its text. Plain data. */
export type AboutModel = {
  /** Where those who run the site can be written to; null where they have not said. */
  contact: string | null
  /** The version of the software that serves it, such as 0.1.0. */
  version: string
}
