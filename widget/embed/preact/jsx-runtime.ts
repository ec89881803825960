import { type ComponentType, createElement } from 'preact'

export { Fragment } from 'preact'

type Props = Readonly<Record<string, unknown>>

/** Properties that React names differently from the DOM. React's `onFocus` and `onBlur` are also called for elements inside. */
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
    // React calls `onChange` of a field at each change, the DOM only when the field is left.
    result[name === 'onChange' && type === 'input' ? 'onInput' : (domNames[name] ?? name)] = value
  }
  return result
}
