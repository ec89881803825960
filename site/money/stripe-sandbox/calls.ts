import { type HttpContext, HttpProblem, nonceOf, readBody } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import { createActs } from './acts.ts'
import { onboardingPage } from './onboarding-page.ts'
import type { Sandbox } from './open-sandbox.ts'
import { checkoutPage, overviewPage } from './pages.ts'
import { SandboxProblem } from './problem.ts'

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
export const createSandboxCalls = ({ world, deliver, sendAgain }: Sandbox) => {
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
