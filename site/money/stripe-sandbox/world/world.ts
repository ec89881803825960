import { createAccounts } from './accounts.ts'
import { createCheckout } from './checkout.ts'
import { createDisputes } from './disputes.ts'
import { createObjects, type WorldStore } from './objects.ts'
import { createRefunds } from './refunds.ts'
import { createTransfers } from './transfers.ts'

type WorldOptions = {
  store: WorldStore
  now: () => number
  checkoutUrl: (session: string) => string
  /** Returns a payee's onboarding URL. */
  onboardingUrl?: (account: string) => string
}

/**
 * The parts of Stripe that this site uses: objects, and events with their timing (https://docs.stripe.com/api). Amounts in minor units.
 * Stores each change together with its events.
 */
export const createWorld = ({ store, now, checkoutUrl, onboardingUrl = id => id }: WorldOptions) => {
  const objects = createObjects({ store, now })
  const acts = {
    ...createCheckout(objects, checkoutUrl),
    ...createRefunds(objects),
    ...createDisputes(objects),
    ...createAccounts(objects, onboardingUrl),
    ...createTransfers(objects),
  }
  return {
    ...allTogether(store, acts),
    find: objects.find,
    all: store.all,
    events: store.events,
    /** Sends events so many ms late from now on; null: not before they are sent again. */
    deliverAfter: objects.deliverAfter,
  }
}

export type World = ReturnType<typeof createWorld>

/** The same acts, each of which keeps all of its changes or none. */
const allTogether = <Acts extends object>(store: WorldStore, acts: Acts): Acts =>
  Object.fromEntries(
    Object.entries(acts).map(([name, act]) => [
      name,
      (...args: unknown[]) => store.together(() => (act as (...args: unknown[]) => unknown)(...args)),
    ]),
  ) as Acts
