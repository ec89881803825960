import { type HttpContext, HttpProblem, nonceOf, readBody } from '@corroborate/server-kit/http'
import { html } from 'hono/html'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, type NoJobs } from '../../kit/feature/index.ts'
import type { Sandbox, WithSandbox } from './open-sandbox.ts'
import { checkoutPage, overviewPage, page, SandboxProblem } from './pages.ts'
import type { StripeObject } from './store.ts'
import type { World } from './world/world.ts'

/** Action of a button on the sandbox's overview. `about`: the ID of a session, payment, refund, dispute, transfer or account. */
export type Act = (about: string) => unknown

/** Every act of the overview, by the name that its button sends. `sendAgain` sends the events about an object again. */
const createActs = (world: World, sendAgain: (about: string) => void): ReadonlyMap<string, Act> =>
  new Map<string, Act>([
    ['arrive', session => world.settle(session, true)],
    ['bounce', session => world.settle(session, false)],
    ['refund', payment => world.refund({ payment_intent: payment })],
    [
      'half',
      payment => {
        const amount = Math.floor(Number(world.find('payment_intent', payment).amount) / 2)
        return world.refund({ payment_intent: payment, amount })
      },
    ],
    ['unrefund', refund => world.failRefund(refund)],
    ['dispute', payment => world.dispute(payment)],
    ['win', dispute => world.closeDispute(dispute, true)],
    ['lose', dispute => world.closeDispute(dispute, false)],
    ['expire', session => world.expire(session)],
    ['age', payment => world.age(payment)],
    ['reverse', transfer => world.reverse(transfer)],
    ['bankfails', account => world.payBank(account, false)],
    ['bankpays', account => world.payBank(account, true)],
    [
      'empty',
      () => world.setOwnMoney(-world.all('balance_transaction').reduce((sum, { net }) => sum + Number(net), 0)),
    ],
    ['fill', () => world.setOwnMoney(1_000_000)],
    ['again', sendAgain],
  ])

/** Onboarding page of a reporter: Stripe's questions, and the possible outcomes. */
const onboardingPage = (account: StripeObject, nonce: string) =>
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

const checkoutBody = z.object({
  action: z.enum(['pay', 'fail', 'cancel', 'later'], { error: 'must be "pay", "fail", "cancel" or "later"' }),
  email: z.string().max(320).default(''),
})
const onboardingBody = z.object({
  action: z.enum(['finish', 'refuse', 'leave'], { error: 'must be "finish", "refuse" or "leave"' }),
})
const overviewBody = z.union([
  z.object({ act: z.string().regex(/^[a-z]+ \w{1,200}$/) }),
  z.object({ late: z.enum(['0', '20000', 'never']) }),
])

/** The sandbox's pages: the checkout, and later payment events. */
const createSandboxCalls = ({ world, deliver, sendAgain }: Sandbox) => {
  const acts = createActs(world, sendAgain)
  const sessionOf = (c: HttpContext) => refusing(() => world.find('checkout.session', c.req.param('session') ?? ''))

  const checkout: Handler = c => c.html(checkoutPage(sessionOf(c), nonceOf(c), null))

  const decide: Handler = async c => {
    const { action, email } = await readBody(c, checkoutBody)
    const session = sessionOf(c)
    if (action === 'cancel') return c.redirect(String(session.cancel_url), 303)
    if (session.status !== 'open') return c.html(checkoutPage(session, nonceOf(c), null), 409)
    if (action === 'fail') {
      refusing(() => world.decline(session.id))
      void deliver()
      const declined = 'The card was declined. No money has moved. Try again or cancel.'
      return c.html(checkoutPage(sessionOf(c), nonceOf(c), declined), 402)
    }
    const address = email.trim() === '' ? null : email.trim()
    refusing(() => (action === 'pay' ? world.pay(session.id, address) : world.payLater(session.id, address)))
    await deliver()
    return c.redirect(String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  }

  const overview: Handler = c => show(c, null)

  const show = (c: HttpContext, said: string | null) => {
    const kept = {
      sessions: world.all('checkout.session').slice(0, 100),
      refunds: world.all('refund'),
      disputes: world.all('dispute'),
      transfers: world.all('transfer'),
    }
    return c.html(overviewPage(kept, nonceOf(c), said))
  }

  const act: Handler = async c => {
    const body = await readBody(c, overviewBody)
    if ('late' in body) {
      world.deliverAfter(body.late === 'never' ? null : Number(body.late))
      return show(c, 'From now on events are told so.')
    }
    const [name = '', about = ''] = body.act.split(' ')
    const done = acts.get(name)
    if (done === undefined) throw new HttpProblem(400, 'Unknown action.')
    refusing(() => done(about))
    await deliver()
    return c.redirect(paths.sandbox, 303)
  }

  const onboarding: Handler = c =>
    c.html(
      onboardingPage(
        refusing(() => world.find('account', c.req.param('account') ?? '')),
        nonceOf(c),
      ),
    )

  const onboard: Handler = async c => {
    const { action } = await readBody(c, onboardingBody)
    const account = refusing(() => world.find('account', c.req.param('account') ?? ''))
    if (action !== 'leave') {
      refusing(() => world.finishOnboarding(account.id, action === 'finish'))
      await deliver()
    }
    return c.redirect(String(account.return_url), 303)
  }

  return { checkout, decide, overview, act, onboarding, onboard }
}

/** Maps the sandbox's own errors to the site's messages. */
const refusing = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof SandboxProblem) throw new HttpProblem(error.status === 404 ? 404 : 409, error.message)
    throw error
  }
}

/** The pages of the sandbox that stands in for Stripe. Where Stripe itself is used, and in production, there are none. */
export const stripeSandboxFeature = defineFeature<Record<never, never>, NoJobs, WithSandbox>()({
  open: ({ sandbox }) => {
    const nothing = { paperRoutes: {} }
    if (sandbox === null) return { ...nothing }
    const calls = createSandboxCalls(sandbox)
    return {
      ...nothing,
      routes: {
        [paths.sandboxCheckouts]: { GET: calls.checkout, POST: calls.decide },
        [paths.sandboxOnboardings]: { GET: calls.onboarding, POST: calls.onboard },
        [paths.sandbox]: { GET: calls.overview, POST: calls.act },
      },
    }
  },
})
