/** Model of `/about`. Plain data. */
export type AboutModel = {
  /** Contact address of the operators; null if not configured. */
  contact: string | null
  /** The version of the software that serves it, such as 0.1.0. */
  version: string
}
