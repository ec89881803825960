import { jsx as create } from 'preact/jsx-runtime'

export { Fragment } from 'preact'

type Props = Readonly<Record<string, unknown>>

/** What React calls otherwise than the DOM does. React's `onFocus` and `onBlur` hear of what is inside, too. */
const domNames: Readonly<Record<string, string>> = {
  onFocus: 'onfocusin',
  onBlur: 'onfocusout',
  spellCheck: 'spellcheck',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  fillRule: 'fill-rule',
  clipRule: 'clip-rule',
}

/** An element as React would make it. */
export const jsx = (type: string, props: Props, key?: string) =>
  create(type, typeof type === 'string' ? named(type, props) : props, key)

/** The same for several children, which Preact does not tell apart. */
export const jsxs: typeof jsx = (type, props, key) => jsx(type, props, key)

const named = (type: string, props: Props): Props => {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    // React's `onChange` of a field is each change, the DOM's only the last.
    result[name === 'onChange' && type === 'input' ? 'onInput' : (domNames[name] ?? name)] = value
  }
  return result
}
