import { defaultTheme } from './default-theme.ts'
import css from './widget.css?inline'

/** The rules that every screen needs. They come first, so that those of a product may override them. */
export const commonStyles = defaultTheme + css

type Attached = { element: HTMLStyleElement | null; remove: () => void; users: number }

/** The style elements of a document or shadow tree, by their rules and nonce. */
const attached = new WeakMap<Node, Map<string, Attached>>()

/** True for a document or shadow root, including a frame's, whose classes differ. */
const hasStyleSheets = (root: Node | undefined): root is Document | ShadowRoot =>
  root !== undefined && 'styleSheets' in root

const nothing = (): void => undefined

/**
 * Adds a style sheet to an element's document or shadow root until all users have called the returned function. The rules precede the
 * page's, so that its layers can set the theme's variables.
 * @param nonce The page's, if its policy requires one for style elements (CSP Level 3, style-src). An empty one means that no style
 * elements are allowed: the rules are then adopted, after the page's own
 */
export const attachStyleSheet = (element: Element | null, styles: string, nonce?: string): (() => void) => {
  const root = element?.getRootNode()
  if (!hasStyleSheets(root)) return nothing
  const sheets = attached.get(root) ?? new Map<string, Attached>()
  attached.set(root, sheets)
  const key = `${nonce ?? 'none'} ${styles}`
  const sheet = sheets.get(key) ?? {
    ...(nonce === '' ? adopt(root, styles) : insert(root, styles, nonce, [...sheets.values()].at(-1)?.element)),
    users: 0,
  }
  sheets.set(key, sheet)
  sheet.users++
  let isMine = true
  return () => {
    if (!isMine) return
    isMine = false
    sheet.users--
    if (sheet.users > 0) return
    sheet.remove()
    sheets.delete(key)
  }
}

type Placed = Pick<Attached, 'element' | 'remove'>

const adopt = (root: Document | ShadowRoot, styles: string): Placed => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets.push(sheet)
  const remove = (): void => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(other => other !== sheet)
  }
  return { element: null, remove }
}

const insert = (
  root: Document | ShadowRoot,
  styles: string,
  nonce: string | undefined,
  last: HTMLStyleElement | null | undefined,
): Placed => {
  const element = document.createElement('style')
  // Set before the element is inserted, because the policy is checked then.
  if (nonce !== undefined) element.setAttribute('nonce', nonce)
  element.dataset.siw = ''
  element.textContent = styles
  if (last == null || styles === commonStyles) ('head' in root ? root.head : root).prepend(element)
  else last.after(element)
  return { element, remove: () => element.remove() }
}
