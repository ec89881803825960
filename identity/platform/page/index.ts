import type { Locale } from '@corroborate/wire/locales'
import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

/** A small page of the provider itself, in the colours of the product. `nonce` is that of the answer's policy. */
export const pageOf = ({
  locale = 'en',
  title,
  nonce,
  body,
}: {
  /** Language of the page. */
  locale?: Locale
  title: string
  nonce: string
  body: Html
}): Html => html`<!doctype html>
<html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style nonce="${nonce}">${raw(styles)}</style><main>${body}</main></html>`

const styles = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #fff; --ink: #14242e; --soft: #546973; --edge: #7b8b93; --primary: #19303d; --on-primary: #fff; --wrong: #b3261e;
  --serif: 'Source Serif 4', Georgia, serif; --sans: Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f171c; --card: #151f26; --ink: #e6ecee; --soft: #93a6b0; --edge: #6f838e; --primary: #cfe0e8; --on-primary: #0f171c; --wrong: #ffb4ab }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans) }
main { max-width: 432px; margin: 0 auto; padding: clamp(24px, 12vh, 96px) 16px 48px }
h1 { font: 600 28px/1.25 var(--serif); margin: 0 0 16px; text-wrap: balance }
p { margin: 0 0 16px; overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: 14px }
label { display: block; font-weight: 500; margin: 24px 0 6px }
input, button { width: 100%; min-height: 45px; font: inherit; border: 1px solid var(--edge); border-radius: 8px; padding: 8px 12px }
input { color: inherit; background: var(--card); font-variant-numeric: tabular-nums; letter-spacing: .2em }
[aria-invalid] { border-color: var(--wrong) }
[role=alert] { color: var(--wrong); margin: 6px 0 0 }
button { margin-top: 16px; font-weight: 500; background: var(--primary); border-color: var(--primary); color: var(--on-primary); cursor: pointer }
button:hover { opacity: .9 }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px }
`
