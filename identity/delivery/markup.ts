import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/**
 * HTML that is safe to send: made by `markup`, or by Hono's `raw` out of a text of our own; `toString` gives it as text. It
 * is an object, which Hono's own type calls a string.
 */
export type Markup = Pick<HtmlEscapedString, 'isEscaped' | 'toString'>

type Value = string | number | Markup | null | readonly Markup[]

/** Writes HTML as a template literal. Texts are escaped, for elements and for quoted attributes; null leaves nothing. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  // Hono gives a promise only where one of the values is a promise.
  html(strings, ...values) as HtmlEscapedString
