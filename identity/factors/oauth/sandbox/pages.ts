import { html, raw } from 'hono/html'
import type { Callback } from '../upstream/index.ts'
import type { Typed } from './people.ts'

/** The style sheet of the sandbox's pages, in the colours of the product. */
const pageStyles = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #fff; --ink: #14242e; --soft: #546973; --line: #dfe3e3; --edge: #7b8b93; --primary: #19303d; --on-primary: #fff; --tint: #eef2f1;
  --note: #fdf3d7; --on-note: #5c4300;
  --serif: 'Source Serif 4', Georgia, serif; --sans: Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f171c; --card: #151f26; --ink: #e6ecee; --soft: #93a6b0; --line: #26343d; --edge: #6f838e; --primary: #cfe0e8; --on-primary: #0f171c; --tint: #1a262e; --note: #2e2610; --on-note: #f2dc9c }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans) }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; border-radius: 4px }
.note { margin: 0; padding: 12px 16px; background: var(--note); color: var(--on-note); font-size: 14px; text-align: center; text-wrap: balance }
main { max-width: 448px; margin: 0 auto; padding: clamp(24px, 7vh, 72px) 16px 48px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 32px 24px }
h1 { font: 600 28px/1.2 var(--serif); margin: 0 0 8px; text-wrap: balance }
p { margin: 0 0 16px }
.lead, .hint, .asks { color: var(--soft); font-size: 14px }
.asks code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
label { display: block; font-weight: 500; margin: 20px 0 6px }
input:not([type=checkbox]) { width: 100%; height: 45px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: 0 12px }
[aria-invalid] { border-color: #b3261e; border-width: 2px }
.check { display: flex; gap: 10px; align-items: start; font-weight: 400; margin-top: 16px; padding: 4px 0 }
.check input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--primary) }
.hint { margin: 6px 0 0 }
.wrong { margin: 6px 0 0; color: #b3261e; font-size: 14px }
@media (prefers-color-scheme: dark) { .wrong { color: #ffb4ab } [aria-invalid] { border-color: #ffb4ab } }
.actions { display: grid; gap: 12px; margin-top: 28px }
button { min-height: 45px; font: 500 16px/1.2 var(--sans); color: var(--ink); background: transparent; border: 1px solid var(--edge); border-radius: 8px; padding: 10px 16px; cursor: pointer; overflow-wrap: anywhere }
button:hover { background: var(--tint) }
button.main { background: var(--primary); border-color: var(--primary); color: var(--on-primary) }
button.main:hover { opacity: .9 }
details { margin-top: 24px; border-top: 1px solid var(--line); padding-top: 16px; font-size: 14px; color: var(--soft) }
summary { cursor: pointer; padding: 4px 0 }
`

type Html = ReturnType<typeof html>

const page = (title: string, nonce: string, provider: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(pageStyles)}</style>
</head>
<body>
<header class="note"><strong>Sandbox.</strong> This page imitates ${provider}. Nothing leaves this machine, and ${provider} is not contacted.</header>
<main>${body}</main>
</body>
</html>
`

export type AuthorizePage = {
  provider: string
  nonce: string
  scopes: readonly string[]
  typed: Typed
  /** The provider's email claims. */
  tells: 'nothing' | 'address' | 'verified'
  /** Validation errors of the input. */
  wrong: { name?: string; account?: string }
}

const field = (
  name: 'name' | 'account',
  label: string,
  type: string,
  value: string,
  wrong?: string,
  hint?: string,
): Html => {
  const described = wrong !== undefined ? `${name}-wrong` : hint !== undefined ? `${name}-hint` : ''
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" maxlength="254" spellcheck="false"${
    wrong === undefined ? '' : html` aria-invalid="true"`
  }${described === '' ? '' : html` aria-describedby="${described}"`}>
${wrong === undefined ? '' : html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}
${wrong !== undefined || hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}`
}

/** Page on which the tester chooses an identity at a provider or denies access. A form without scripts. */
export const authorizePage = ({ provider, nonce, scopes, typed, tells, wrong }: AuthorizePage): Html =>
  page(
    `Sign in with ${provider} (sandbox)`,
    nonce,
    provider,
    html`<form class="card" method="post" novalidate>
<h1>Sign in with ${provider}</h1>
<p class="lead">Choose what ${provider} says about you. The same ${tells === 'nothing' ? 'user name' : 'address'} gives you the same account next time.</p>
${field('name', 'Name', 'text', typed.name, wrong.name)}
${
  tells === 'nothing'
    ? field(
        'account',
        'User name',
        'text',
        typed.account,
        wrong.account,
        `${provider} does not share e-mail addresses.`,
      )
    : field(
        'account',
        'Email address',
        'email',
        typed.account,
        wrong.account,
        tells === 'address' ? `${provider} does not say whether it has checked an address.` : undefined,
      )
}
${
  tells === 'verified'
    ? html`<label class="check"><input type="checkbox" name="verified" value="yes"${typed.isVerified ? html` checked` : ''}><span>${provider} says that it has checked this address</span></label>`
    : ''
}
<div class="actions">
<button class="main" name="decision" value="allow">Continue</button>
<button name="decision" value="refuse">Refuse</button>
</div>
<details><summary>What the application asks for</summary><p class="asks">${
      scopes.length === 0 ? 'No scopes.' : html`Scopes: <code>${scopes.join(' ')}</code>`
    }</p></details>
</form>`,
  )

/** The page for a request that cannot be sent back to a client. Real providers show such a page too. */
export const brokenRequestPage = (provider: string, nonce: string, reason: string): Html =>
  page(
    `${provider} (sandbox)`,
    nonce,
    provider,
    html`<div class="card"><h1>This request is not valid</h1><p>${reason}</p><p class="lead">Go back and start again.</p></div>`,
  )

/**
 * Sends the browser back by a form that posts itself (OAuth 2.0 Form Post Response Mode). Without JavaScript there is a
 * button.
 */
export const formPostPage = (provider: string, nonce: string, { redirectUri, params }: Callback): Html =>
  page(
    `Back from ${provider} (sandbox)`,
    nonce,
    provider,
    html`<form class="card" method="post" action="${redirectUri}" id="back">
<h1>Almost there</h1>
${[...params].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button class="main">Continue</button></div>
</form>
<script nonce="${nonce}">document.querySelector('#back').submit()</script>`,
  )
