/** What is said about privacy depends on how the site is set up. */
export type PrivacyModel = {
  /** The host that visits are reported to; null: they are reported nowhere. */
  analytics: string | null
  /** The address of a person who answers for the site. */
  contact: string | null
  /** What is kept of people, and how long. */
  kept: readonly { what: string; howLong: string }[]
  /** The services that are asked about papers. */
  outside: readonly string[]
}
