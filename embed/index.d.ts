/** The site to query and the elements to mark. */
export type BadgeOptions = {
  /** URL of a Corroborate site, such as `https://corroborate.example`. */
  site: string
  /** Adds a badge after every DOI of the page, including those added later. */
  mark?: boolean
}

/**
 * Defines `<corroborate-badge doi="10.1038/nature12373">` and adds badges with `mark` to every DOI of the page. Call it once, in a
 * browser. A badge stays empty if nothing is known about its paper or the site is unavailable.
 * @throws TypeError if `site` is not a URL
 */
export function showBadges(options: BadgeOptions): void

/** Content of a badge. Dispatched on every badge that shows something; bubbles. */
export type CorroborateStatusEvent = CustomEvent<{
  /** Status key of the paper, as in the API, such as `retracted`. */
  key: string
  /** Text of the badge, such as "Retracted 2020". */
  label: string
}>

declare global {
  interface HTMLElementTagNameMap {
    'corroborate-badge': HTMLElement
  }
  interface HTMLElementEventMap {
    'corroborate-status': CorroborateStatusEvent
  }
}
