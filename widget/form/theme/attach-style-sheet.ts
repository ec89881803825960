import css from './widget.css?inline'

/** The colours of the light scheme (SPEC §3) and of the dark one, by the end of their variable's name. The dark ones are not computed from the light ones. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  background: ['#fff', '#151f26'],
  border: ['#adbcc5', '#33444f'],
  primary: ['#19303d', '#e6ecee'],
  secondary: ['#5c727d', '#9fb1ba'],
  success: ['#0c5a56', '#5fc3b4'],
  error: ['#8b1214', '#f5a09b'],
  'button-background': ['#19303d', '#cfe0e8'],
  'button-text': ['#fff', '#0f171c'],
  'button-border': ['#19303d', '#cfe0e8'],
  'button-secondary-background': ['#fff', '#1a262e'],
  'button-secondary-text': ['#19303d', '#e6ecee'],
  'button-secondary-border': ['#19303d', '#5c727d'],
  'button-disabled-background': ['#f3f5f6', '#1f2c35'],
  'button-disabled-text': ['#5c727d', '#8fa3ad'],
  'button-disabled-border': ['#f3f5f6', '#1f2c35'],
  'input-background': ['#fff', '#0f171c'],
  'input-text': ['#19303d', '#e6ecee'],
  'input-placeholder': ['#5c727d', '#8fa3ad'],
  'input-border': ['#5c727d', '#6b818c'],
}

const others: Readonly<Record<string, string>> = {
  radius: '8px',
  width: '400px',
  'button-radius': '4px',
  'button-secondary-radius': '4px',
  'button-disabled-radius': '4px',
  'input-radius': '4px',
  font: 'Arial, "Helvetica Neue", sans-serif',
}

const rules = [
  ...Object.entries(colours).map(
    ([name, [light, dark]]) => `${name}:light-dark(var(--siw-${name}-light,${light}),var(--siw-${name}-dark,${dark}))`,
  ),
  ...Object.entries(others).map(([name, value]) => `${name}:${value}`),
]

/**
 * Every value of the theme as a custom property. They are in a layer, so that any rule of the page that is in none may
 * set them; `styles` and `darkStyles` arrive as the variables with `-light` and `-dark` at their end.
 */
export const defaultTheme = `@layer sign-in-widget{.siw{${rules.map(rule => `--siw-${rule}`).join(';')}}}`

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
