/** Which site to ask, and what to mark. */
export type BadgeOptions = {
  /** The address of a Corroborate site, such as `https://corroborate.example`. */
  site: string
  /** Puts a badge behind every DOI of the page, also behind those that come into it later. */
  mark?: boolean
}

/**
 * Defines `<corroborate-badge doi="10.1038/nature12373">`, and marks every DOI of the page where `mark` asks for it. Call it
 * once, in a browser. A badge says nothing where nothing is known about its paper, or where the site does not answer.
 * @throws TypeError where `site` is no address
 */
export function showBadges(options: BadgeOptions): void

/** What a badge says. It is dispatched with each badge that shows something, and bubbles. */
export type CorroborateKnownEvent = CustomEvent<{
  /** The status of the paper, such as `retracted`. */
  kind: string
  /** What the badge says, such as "Retracted 2020". */
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
