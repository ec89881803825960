/** Site settings passed to the page's scripts in the document (`data-settings`). */
export type PageSettings = {
  /** The site's own origin, as it is configured. */
  origin: string
  /** The identity provider's origin, and our project there. */
  identity: string
  publicToken: string
  /** Analytics endpoint; null if disabled. */
  analytics: string | null
}
