import { findDois, parseDoi } from '../../../kit/doi/index.ts'
import { badgeName } from './badge-element.ts'

/** Elements without visible page text, or whose behavior a badge would change. */
const leftAlone =
  'script, style, noscript, template, textarea, input, select, option, button, code, pre, svg, math, title, [contenteditable], ' +
  badgeName

/** Nodes that have been looked at: a page that changes is walked again. */
const seen = new WeakSet<Node>()

/** Adds a badge after every DOI of the page: links to doi.org, and DOIs in text. Also marks content added later. */
export const markDois = (root: HTMLElement): void => {
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
