import { Hono } from 'hono'
import { SandboxProblem } from './pages.ts'
import type { SandboxStore, StripeObject } from './store.ts'
import type { World } from './world/world.ts'

/** The nested fields of a form as Stripe's API takes them: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
const readNested = (text: string): Record<string, unknown> => {
  const all: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter(part => part !== '')
    let at = all
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      at = at[part] = typeof next === 'object' && next !== null ? (next as typeof all) : Object.create(null)
    }
    at[path.at(-1) ?? ''] = value
  }
  return all
}

type ApiOptions = { world: World; store: SandboxStore; secretKey: string }

/** Resources that can be listed and fetched by ID: path below /v1, and kind. */
const readable = {
  'checkout/sessions': 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  transfers: 'transfer',
  accounts: 'account',
  balance_transactions: 'balance_transaction',
} as const

/**
 * Stripe's API over HTTP, as far as this site uses it: bearer key, forms in, JSON out, idempotency keys, lists with cursors, and errors
 * of its own shape (https://docs.stripe.com/api).
 */
export const createSandboxApi = ({ world, store, secretKey }: ApiOptions): Hono => {
  const app = new Hono()

  app.use('/v1/*', async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      throw new SandboxProblem(401, 'Invalid API Key provided')
    await next()
  })

  for (const [path, kind] of Object.entries(readable)) {
    app.get(`/v1/${path}`, c => c.json(listOf(world.all(kind), new URL(c.req.url).searchParams, expanded)))
    app.get(`/v1/${path}/:id`, c =>
      c.json(expanded(world.find(kind, c.req.param('id')), new URL(c.req.url).searchParams)),
    )
  }
  app.get('/v1/events', c => c.json(listOf(world.events(), new URL(c.req.url).searchParams, event => event)))

  const posts: Record<string, (params: Record<string, unknown>, id: string) => StripeObject> = {
    '/v1/checkout/sessions': params => world.createSession(params),
    '/v1/checkout/sessions/:id/expire': (_, id) => world.expire(id),
    '/v1/refunds': params => world.refund(params),
    '/v1/transfers': params => world.transfer(params),
    '/v1/transfers/:id/reversals': (params, id) => world.reverse(id, params),
    '/v1/accounts': params => world.createAccount(params),
    '/v1/account_links': params => world.linkAccount(params),
  }
  for (const [path, act] of Object.entries(posts)) {
    app.post(path, async c => {
      const body = await c.req.text()
      const asked = `${c.req.path} ${body}`
      const key = c.req.header('Idempotency-Key')
      const status = 200
      const json = store.together(() => {
        const kept = key === undefined ? undefined : store.answer(key)
        if (kept !== undefined && kept.asked !== asked)
          throw new SandboxProblem(
            400,
            'Keys for idempotent requests can only be used with the same parameters.',
            'idempotency_key_in_use',
          )
        if (kept !== undefined) return String(kept.json)
        const made = JSON.stringify(act(readNested(body), c.req.param('id') ?? ''))
        if (key !== undefined) store.keepAnswer(key, asked, status, made)
        return made
      })
      return c.body(json, status, { 'Content-Type': 'application/json' })
    })
  }

  /** Replaces IDs named by `expand[]` with their objects, recursively. */
  const expanded = (object: StripeObject, query: URLSearchParams): StripeObject => {
    const paths = [...query]
      .filter(([name]) => name.startsWith('expand'))
      .map(([, path]) => path.replace(/^data\./, ''))
    return paths.reduce((all, path) => expand(all, path.split('.')), object)
  }
  const expand = (object: StripeObject, [name = '', ...rest]: string[]): StripeObject => {
    const value = object[name]
    const found = typeof value === 'string' ? store.get(value) : (value as StripeObject | null)
    if (found == null) return object
    return { ...object, [name]: rest.length === 0 ? found : expand(found, rest) }
  }

  app.notFound(c => c.json({ error: problem(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`) }, 404))
  app.onError((error, c) => {
    if (!(error instanceof SandboxProblem)) throw error
    const { status, message, code } = error
    return c.json({ error: problem(message, code) }, status)
  })
  return app
}

const problem = (message: string, code?: string) => ({ type: 'invalid_request_error', message, ...(code && { code }) })

/** One page of a list, the newest first (https://docs.stripe.com/api/pagination). */
const listOf = (
  all: readonly StripeObject[],
  query: URLSearchParams,
  expanded: (object: StripeObject, query: URLSearchParams) => StripeObject,
) => {
  const wanted = all.filter(object =>
    ['payment_intent', 'charge', 'type', 'source', 'transfer_group', 'destination'].every(
      name => !query.has(name) || object[name] === query.get(name),
    ),
  )
  const from = wanted.filter(({ created }) => created >= Number(query.get('created[gte]') ?? 0))
  const after = query.get('starting_after')
  const start = after === null ? 0 : from.findIndex(({ id }) => id === after) + 1
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const data = from.slice(start, start + limit).map(object => expanded(object, query))
  return { object: 'list', data, has_more: from.length > start + limit, url: '/v1' }
}
