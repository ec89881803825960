import { defaultTheme } from './default-theme.ts'
import css from './widget.css?inline'

type Attached = { element: HTMLStyleElement; users: number }

/** The style elements of a document or shadow tree, by nonce. */
const attached = new WeakMap<Node, Map<string, Attached>>()

/**
 * Lets the rules of the widget apply in a document or shadow tree, until the returned function is called by all who asked
 * for it there. They come first, so that a page's own layers may set the theme's variables.
 * @param nonce The page's, where its policy asks style elements for one (CSP Level 3, style-src).
 */
export const attachStyleSheet = (root: Document | ShadowRoot, nonce = ''): (() => void) => {
  const sheets = attached.get(root) ?? new Map<string, Attached>()
  attached.set(root, sheets)
  const sheet = sheets.get(nonce) ?? { element: styleElement(root, nonce), users: 0 }
  sheets.set(nonce, sheet)
  sheet.users++
  let isMine = true
  return () => {
    if (!isMine) return
    isMine = false
    sheet.users--
    if (sheet.users > 0) return
    sheet.element.remove()
    sheets.delete(nonce)
  }
}

const styleElement = (root: Document | ShadowRoot, nonce: string): HTMLStyleElement => {
  const element = document.createElement('style')
  // Before it is in the tree: that is when the policy looks at it.
  if (nonce !== '') element.setAttribute('nonce', nonce)
  element.dataset.siw = ''
  element.textContent = defaultTheme + css
  ;('head' in root ? root.head : root).prepend(element)
  return element
}
