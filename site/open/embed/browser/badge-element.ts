import { parseDoi } from '../../../kit/doi/index.ts'
import { toneOfStatus } from '../../../paper/known/index.tsx'
import { badgeStyles } from './badge-styles.ts'
import { drawShape } from './draw-shape.ts'
import type { Known, LookUp } from './look-up.ts'

/** The name of the element in other people's pages. */
export const badgeName = 'corroborate-badge'

/**
 * Defines `<corroborate-badge doi="10.1038/nature12373">`: a short link to the paper's page if its status is known, nothing otherwise.
 * Dispatches `corroborate-known` when shown, with the kind and the text in `detail`.
 */
export const defineBadge = (lookUp: LookUp): void => {
  if (customElements.get(badgeName) !== undefined) return
  customElements.define(
    badgeName,
    class extends HTMLElement {
      static observedAttributes = ['doi']
      readonly #root = this.attachShadow({ mode: 'open' })

      constructor() {
        super()
        this.#root.adoptedStyleSheets = [badgeStyles()]
      }

      connectedCallback(): void {
        void this.#show()
      }

      attributeChangedCallback(): void {
        if (this.isConnected) void this.#show()
      }

      async #show(): Promise<void> {
        const asked = this.getAttribute('doi')
        const doi = parseDoi(asked ?? '')
        const known = doi === null ? null : await lookUp(doi)
        // Another DOI may have been set meanwhile.
        if (this.getAttribute('doi') !== asked) return
        this.hidden = known === null
        this.#root.replaceChildren(...(known === null ? [] : [linkTo(known)]))
        if (known === null) return
        const detail = { kind: known.kind, words: known.words }
        this.dispatchEvent(new CustomEvent('corroborate-known', { bubbles: true, composed: true, detail }))
      }
    },
  )
}

const linkTo = (known: Known): HTMLAnchorElement => {
  const link = document.createElement('a')
  link.href = known.url
  link.className = toneOfStatus[known.kind]
  link.rel = 'noopener'
  link.append(drawShape(known.kind), known.words)
  link.title = `${known.words}: this paper’s status on Corroborate`
  return link
}
