/** The site to query and the elements to mark. */
export type BadgeOptions = {
  /** The address of a Corroborate site, such as `https://corroborate.example`. */
  site: string
  /** Puts a badge behind every DOI of the page, also behind those that come into it later. */
  mark?: boolean
}

/**
 * Defines `<corroborate-badge doi="10.1038/nature12373">` and adds badges to every DOI of the page that `mark` selects. Call it once, in a
 * browser. A badge stays empty if nothing is known about its paper or the site is unavailable.
 * @throws TypeError if `site` is not a URL
 */
export function showBadges(options: BadgeOptions): void

/** Content of a badge. Dispatched on every badge that shows something; bubbles. */
export type CorroborateKnownEvent = CustomEvent<{
  /** The status of the paper, such as `retracted`. */
  kind: string
  /** Text of the badge, such as "Retracted 2020". */
  words: string
}>

declare global {
  interface HTMLElementTagNameMap {
    'corroborate-badge': HTMLElement
  }
  interface HTMLElementEventMap {
    'corroborate-known': CorroborateKnownEvent
  }
}
