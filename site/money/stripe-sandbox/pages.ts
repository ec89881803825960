import { html } from 'hono/html'
import { formatAmount } from '../../kit/amounts/format.ts'
import { paths } from '../../kit/doi/index.ts'
import type { StripeObject } from './store.ts'

/** The fields of a call, or of an object. */
export type Fields = Record<string, unknown>

/** Client error in the format of Stripe's API. */
export class SandboxProblem extends Error {
  override name = 'SandboxProblem'
  readonly status: 400 | 401 | 402 | 404
  readonly code: string | undefined

  constructor(status: 400 | 401 | 402 | 404, message: string, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

type Html = ReturnType<typeof html>

/** Layout of the sandbox's pages, deliberately unlike the site's own, so that it is not mistaken for a real payment page. */
export const page = (title: string, nonce: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }
:root { color-scheme: light dark; --ink: #1d1a2b; --soft: #5a5570; --paper: #f6f4fb; --card: #fff; --line: #cfc9e2; --main: #4b3a9e; --on: #fff; --warn: #fff1c9; --warn-ink: #4a3800 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceaf5; --soft: #aaa5c0; --paper: #14121c; --card: #1d1a29; --line: #453f5c; --main: #b9adf5; --on: #14121c; --warn: #3b3010; --warn-ink: #fbe7ae } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
.sandbox { margin: 0; padding: 12px 16px; background: var(--warn); color: var(--warn-ink); text-align: center; font-weight: 600 }
main { max-width: 480px; margin: 0 auto; padding: 32px 16px 64px }
main.wide { max-width: 860px }
h1 { margin: 0 0 4px; font-size: 20px }
.amount { margin: 0 0 24px; font-size: 40px; font-weight: 600; line-height: 1.2 }
form { display: grid; gap: 12px; margin: 0 0 16px }
label { display: grid; gap: 4px; font-weight: 500 }
input { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: inherit; font: inherit }
button { min-height: 48px; padding: 8px 14px; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: inherit; font: inherit; font-weight: 500; cursor: pointer }
button.main { border-color: var(--main); background: var(--main); color: var(--on) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.row { display: flex; flex-wrap: wrap; gap: 8px }
.said { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card) }
.soft { color: var(--soft); font-size: 14px }
li { margin: 0 0 16px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card) }
ul { margin: 0; padding: 0; list-style: none }
a { color: inherit }
</style>
</head>
<body>
<header class="sandbox">Sandbox: this stands in for Stripe, and no money moves.</header>
${body}
</body>
</html>`

const amountOf = ({ amount_total, amount, currency }: StripeObject): string =>
  formatAmount({ amount: Number(amount_total ?? amount), currency: String(currency) })

const reasons: Readonly<Record<string, string>> = {
  complete: 'This session has already been paid.',
  expired: 'This checkout has expired. Go back and start again.',
}

/** Checkout page: the hosted checkout's questions, and the possible outcomes. */
export const checkoutPage = (session: StripeObject, nonce: string, problem: string | null): Html => {
  const status = String(session.status)
  const back = String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id)
  return page(
    'Sandbox checkout',
    nonce,
    html`<main>
<h1>${String(session.product)}</h1>
<p class="amount">${amountOf(session)}</p>
${problem === null ? '' : html`<p class="said" role="alert">${problem}</p>`}
${
  status === 'open'
    ? html`<form method="post">
<label>Email for the receipt<input name="email" type="email" autocomplete="email" value="reader@example.org"></label>
<button class="main" name="action" value="pay">Pay</button>
<button name="action" value="fail">Fail</button>
<button name="action" value="cancel">Cancel</button>
<p class="soft">Or pay by a bank that takes its time. How that ends is decided at <a href="${paths.sandbox}">the sandbox's own page</a>.</p>
<button name="action" value="later">Pay slowly</button>
</form>
<p class="soft">Pay: the card is taken. Fail: the card is declined, and you can try again. Cancel: you go back without paying.</p>`
    : html`<p class="said" role="status">${reasons[status] ?? ''}</p><p><a href="${back}">Go back</a></p>`
}
</main>`,
  )
}

const button = (action: string, about: string, label: string): Html =>
  html`<button name="act" value="${action} ${about}">${label}</button>`

/** Overview of the sandbox's payments with their possible later events. */
export const overviewPage = (
  {
    sessions,
    refunds,
    disputes,
    transfers,
  }: Record<'sessions' | 'refunds' | 'disputes' | 'transfers', readonly StripeObject[]>,
  nonce: string,
  said: string | null,
): Html =>
  page(
    'Stripe sandbox',
    nonce,
    html`<main class="wide">
<h1>Sandbox payments</h1>
<p class="soft">Every action here sends the site a signed webhook, as Stripe would.</p>
${said === null ? '' : html`<p class="said" role="status">${said}</p>`}
<form method="post" class="row">
<button name="late" value="0">Tell at once</button>
<button name="late" value="20000">Tell 20 seconds late</button>
<button name="late" value="never">Tell only when asked</button>
</form>
<ul>
${sessions.map(session => {
  const payment = String(session.payment_intent)
  const back = refunds.filter(({ payment_intent }) => payment_intent === payment)
  const dispute = disputes.find(({ payment_intent }) => payment_intent === payment)
  const isPaid = session.payment_status === 'paid'
  const waits = session.status === 'complete' && !isPaid
  const isDisputed = dispute !== undefined && dispute.status !== 'won' && dispute.status !== 'lost'
  return html`<li>
<p><b>${amountOf(session)}</b> · ${String(session.product)}<br><span class="soft">${session.id} · ${String(session.status)}, ${String(session.payment_status)}${back.map(one => ` · ${amountOf(one)} paid back (${String(one.status)})`)}${dispute === undefined ? '' : ` · dispute ${String(dispute.status)}`}</span></p>
<form method="post" class="row" aria-label="${session.id}">
${waits ? html`${button('arrive', session.id, 'It arrives')}${button('bounce', session.id, 'It does not arrive')}` : ''}
${isPaid ? html`${button('refund', payment, 'Refund')}${button('half', payment, 'Refund half')}${button('age', payment, 'Too old to refund')}` : ''}
${back.filter(({ status }) => status === 'succeeded').map(({ id }) => button('unrefund', id, 'The refund fails'))}
${isPaid && dispute === undefined ? button('dispute', payment, 'Dispute') : ''}
${isDisputed ? html`${button('win', dispute.id, 'We win the dispute')}${button('lose', dispute.id, 'We lose it')}` : ''}
${session.status === 'open' ? button('expire', session.id, 'Let it expire') : ''}
${button('again', isPaid || waits ? payment : session.id, 'Tell all of it again')}
</form></li>`
})}
</ul>
${sessions.length === 0 ? html`<p class="soft">No payments yet.</p>` : ''}
${
  transfers.length === 0
    ? ''
    : html`<h1>Sandbox payouts</h1>
<ul>
${transfers.map(
  transfer => html`<li>
<p><b>${amountOf(transfer)}</b><br><span class="soft">${transfer.id} to ${String(transfer.destination)}${transfer.reversed ? ' · came back' : ''}</span></p>
<form method="post" class="row" aria-label="${transfer.id}">
${transfer.reversed ? '' : button('reverse', transfer.id, 'It comes back')}
${button('bankfails', String(transfer.destination), 'Their bank refuses it')}
${button('bankpays', String(transfer.destination), 'Their bank takes it')}
${button('again', transfer.id, 'Tell all of it again')}
</form></li>`,
)}
</ul>`
}
<form method="post" class="row" aria-label="Money at Stripe">
${button('empty', 'own', 'Empty the account at Stripe')}
${button('fill', 'own', 'Fill it again')}
</form>
</main>`,
  )
