import { html } from 'hono/html'
import { page } from './pages.ts'
import type { StripeObject } from './store.ts'

/** Onboarding page of a reporter: Stripe's questions, and the possible outcomes. */
export const onboardingPage = (account: StripeObject, nonce: string) =>
  page(
    'Sandbox onboarding',
    nonce,
    html`<main>
<h1>Set up Stripe payouts</h1>
<p class="soft">${account.id} · ${account.payouts_enabled ? 'can be paid' : account.details_submitted ? 'cannot be paid yet' : 'not asked yet'}</p>
<p>Stripe would verify your identity and bank account here.</p>
<form method="post">
<button class="main" name="action" value="finish">Give it all</button>
<button name="action" value="refuse">Give what will not do</button>
<button name="action" value="leave">Leave</button>
</form>
</main>`,
  )
