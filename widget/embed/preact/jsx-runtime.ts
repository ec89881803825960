import { type ComponentType, createElement } from 'preact'

export { Fragment } from 'preact'

type Props = Readonly<Record<string, unknown>>

/** What React calls otherwise than the DOM does. React's `onFocus` and `onBlur` hear of what is inside, too. */
const domNames: Readonly<Record<string, string>> = {
  onFocus: 'onfocusin',
  onBlur: 'onfocusout',
  spellCheck: 'spellcheck',
}

/** An element as React would make it. */
export const jsx = (type: string | ComponentType, props: Props, key?: string) =>
  createElement(type as string, { ...(typeof type === 'string' ? named(type, props) : props), key })

/** Preact needs no function of its own for several children. */
export { jsx as jsxs }

const named = (type: string, props: Props): Props => {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    // React's `onChange` of a field is each change, the DOM's only the last.
    result[name === 'onChange' && type === 'input' ? 'onInput' : (domNames[name] ?? name)] = value
  }
  return result
}
