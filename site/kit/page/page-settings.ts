/** What the scripts of a page are told of the site by its document (`data-settings`). */
export type PageSettings = {
  /** The site's own origin, as it is configured. */
  origin: string
  /** The identity provider's origin, and our project there. */
  identity: string
  publicToken: string
  /** Where visits are reported; null: nowhere. */
  analytics: string | null
}
