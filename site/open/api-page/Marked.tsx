import { createElement, Fragment } from 'react'

/** Plain text in which backticks mark code. */
export const Marked = ({ text }: { text: string }) => {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}
