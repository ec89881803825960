/** Model of `/about`. Plain data. */
export type AboutModel = {
  /** Contact address of the operators; null if not configured. */
  contact: string | null
  /** The version of the software that serves it, such as 0.1.0. */
  version: string
}

/** Model of `/privacy`, which depends on the site's configuration. */
export type PrivacyModel = {
  /** The host that visits are reported to; null: they are reported nowhere. */
  analytics: string | null
  /** Contact address of the site's data controller. */
  contact: string | null
  /** Stored personal data with retention periods. */
  kept: readonly { what: string; howLong: string }[]
  /** External services queried for paper data. */
  outside: readonly string[]
}
