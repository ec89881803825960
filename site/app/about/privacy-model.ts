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
