import { html, raw } from 'hono/html'
import type { Callback } from '../upstream/index.ts'
import { pageStyles } from './page-styles.ts'
import type { Typed } from './people.ts'

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
        'E-mail address',
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
