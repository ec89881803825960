import { findDois, parseDoi } from '../../../kit/doi/index.ts'
import {
  type ShapePart,
  type StatusKind,
  shapeDrawings,
  statusShape,
  toneOfStatus,
} from '../../../paper/known/index.tsx'
import { kindOfStatusKey } from '../../public-names/index.ts'
import { createLookUp, type Known, type LookUp } from './look-up.ts'

/** Colours of the site in both schemes (`server-kit/page/styles/tokens.css`): a badge brings a ground of its own. */
const css = `
:host { display: inline-block; vertical-align: middle; margin-inline-start: .35em; font-size: 13px; }
:host([hidden]) { display: none; }
a {
  --no: light-dark(#8b1214, #f2a3a0); --amber: light-dark(#8a5a10, #e8c27a); --yes: light-dark(#0c5a56, #7fd0c8);
  --plain: light-dark(#14242e, #e6ecee);
  display: inline-flex; align-items: center; gap: 6px; box-sizing: border-box; min-block-size: 24px; padding: 0 8px 0 6px;
  border: 1px solid light-dark(#7c8f99, #6b818d); border-radius: 5px; background: light-dark(#fff, #151f26);
  color: var(--tone); font: 600 13px/1.4 Inter, system-ui, Helvetica, Arial, sans-serif; text-decoration: none; text-align: start;
}
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.no { --tone: var(--no); }
.amber { --tone: var(--amber); }
.yes { --tone: var(--yes); }
.plain { --tone: var(--plain); }
svg { flex: none; inline-size: 14px; block-size: 14px; }
@media (forced-colors: active) { a { border-color: LinkText; color: LinkText; } }
@media print { a { border-color: #000; background: #fff; color: #000; } }
`

let sheet: CSSStyleSheet | null = null

/**
 * The style sheet that all badges share. It is made by script, which a page's Content-Security-Policy lets be where it refuses
 * `style` elements.
 */
const badgeStyles = (): CSSStyleSheet => {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  return sheet
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The shape of a status, as everywhere on the site; made piece by piece, since pages may forbid markup from text. */
const drawShape = (kind: StatusKind): SVGElement => {
  const svg = element('svg', { viewBox: '-10 -10 20 20', 'aria-hidden': 'true' })
  svg.append(...shapeDrawings[statusShape(kind)].map(drawPart))
  return svg
}

const drawPart = ({ d, as }: ShapePart): SVGElement =>
  as === 'solid'
    ? element('path', { d, fill: 'currentColor' })
    : element('path', {
        d,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': as === 'hollow' ? '2.6' : '3.6',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      })

const element = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const made = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** The name of the element in other people's pages. */
const badgeName = 'corroborate-badge'

/**
 * Defines `<corroborate-badge doi="10.1038/nature12373">`: a short link to the paper's page if its status is known, nothing otherwise.
 * Dispatches `corroborate-status` when shown, with the status key and the label in `detail`.
 */
const defineBadge = (lookUp: LookUp): void => {
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
        const detail = { key: known.key, label: known.label }
        this.dispatchEvent(new CustomEvent('corroborate-status', { bubbles: true, composed: true, detail }))
      }
    },
  )
}

const linkTo = (known: Known): HTMLAnchorElement => {
  const kind = kindOfStatusKey(known.key)
  const link = document.createElement('a')
  link.href = known.url
  link.className = toneOfStatus[kind]
  link.rel = 'noopener'
  link.append(drawShape(kind), known.label)
  link.title = `${known.label}: this paper’s status on Corroborate`
  return link
}

/** Elements without visible page text, or whose behavior a badge would change. */
const leftAlone =
  'script, style, noscript, template, textarea, input, select, option, button, code, pre, svg, math, title, [contenteditable], ' +
  badgeName

/** Nodes that have been looked at: a page that changes is walked again. */
const seen = new WeakSet<Node>()

/** Adds a badge after every DOI of the page: links to doi.org, and DOIs in text. Also marks content added later. */
const markDois = (root: HTMLElement): void => {
  markIn(root)
  let planned = false
  const observer = new MutationObserver(() => {
    if (planned) return
    planned = true
    // Batches all changes of this turn.
    setTimeout(() => {
      planned = false
      markIn(root)
    })
  })
  observer.observe(root, { childList: true, subtree: true })
}

const markIn = (root: HTMLElement): void => {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) markLink(link)
  for (const text of textsOf(root)) markText(text)
}

const markLink = (link: HTMLAnchorElement): void => {
  if (seen.has(link) || link.closest(leftAlone) !== null) return
  if (!/^(?:(?:www|dx)\.)?doi\.org$/.test(link.hostname)) return
  seen.add(link)
  const doi = parseDoi(link.href)
  if (doi !== null) link.after(badgeFor(doi))
}

/** The texts that may hold a DOI. */
const textsOf = (root: HTMLElement): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (seen.has(node) || !node.data.includes('10.')) continue
    if (node.parentElement?.closest(`a[href], ${leftAlone}`) === null) found.push(node)
  }
  return found
}

/** Each badge stands right behind its DOI; behind the whole text where that writes the DOI in another way. */
const markText = (text: Text): void => {
  let rest = text
  seen.add(rest)
  for (const doi of findDois(text.data)) {
    const start = rest.data.toLowerCase().indexOf(doi)
    if (start !== -1 && start + doi.length < rest.data.length) {
      rest = rest.splitText(start + doi.length)
      seen.add(rest)
      rest.before(badgeFor(doi))
    } else rest.after(badgeFor(doi))
  }
}

const badgeFor = (doi: string): HTMLElement => {
  const badge = document.createElement(badgeName)
  badge.setAttribute('doi', doi)
  return badge
}

/**
 * Defines `<corroborate-badge>` and, with `mark`, adds a badge after every DOI of the page. Exported by the package `@corroborate/embed`;
 * types are in `embed/index.d.ts`.
 * @param options.site URL of the site to query
 * @throws TypeError if `site` is not a URL
 */
export const showBadges = ({ site, mark = false }: { site: string; mark?: boolean }): void => {
  defineBadge(createLookUp(new URL(site).origin))
  if (!mark) return
  // A script in the head that is no module runs before there is a body.
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => markDois(document.body), { once: true })
  else markDois(document.body)
}
