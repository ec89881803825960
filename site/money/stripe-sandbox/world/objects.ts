import { randomBytes } from 'node:crypto'
import { type Fields, SandboxProblem } from '../pages.ts'
import type { SandboxStore, StripeObject } from '../store.ts'

export type WorldStore = Pick<SandboxStore, 'together' | 'put' | 'get' | 'all' | 'putEvent' | 'events'>

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** The objects of the sandbox and the events about them: every act of the sandbox is made of these. */
export const createObjects = ({ store, now }: { store: WorldStore; now: () => number }) => {
  const seconds = () => Math.floor(now() / 1_000)

  /** Stores a new object with an ID of this prefix. */
  const add = (prefix: string, object: string, fields: Fields): StripeObject => {
    const added = { id: newId(prefix), object, created: seconds(), livemode: false, ...fields }
    store.put(added)
    return added
  }

  const change = (before: StripeObject, fields: Fields): StripeObject => {
    const after = { ...before, ...fields }
    store.put(after)
    return after
  }

  /** @throws SandboxProblem when there is no object of this kind and id */
  const find = (kind: string, id: string): StripeObject => {
    const found = store.get(id)
    if (found?.object !== kind) throw new SandboxProblem(404, `No such ${kind}: '${id}'`, 'resource_missing')
    return found
  }

  /** Delay of event delivery, in ms; null delivers only on request. */
  let delay: number | null = 0
  /** Stores an event about an object. `account`: the reporter's account where it occurred. */
  const tell = (type: string, object: StripeObject, account?: string): void => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      type,
      data: { object },
      ...(account !== undefined && { account }),
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    }
    store.putEvent(event, delay === null ? null : now() + delay)
  }

  /** Moves money into the Stripe balance, or out of it if `amount` is negative. `source`: the ID of its cause. */
  const move = (type: string, amount: number, fee: number, source: string, currency: unknown): StripeObject =>
    add('txn', 'balance_transaction', {
      type,
      amount,
      fee,
      net: amount - fee,
      currency,
      source,
      status: 'available',
      reporting_category: type,
      fee_details: fee === 0 ? [] : [{ amount: fee, currency, type: 'stripe_fee', description: 'Processing fees' }],
    })

  const deliverAfter = (ms: number | null): void => {
    delay = ms
  }

  return { seconds, add, change, find, tell, move, deliverAfter, all: store.all, get: store.get, put: store.put }
}

export type Objects = ReturnType<typeof createObjects>
