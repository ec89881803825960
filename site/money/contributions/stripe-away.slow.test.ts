import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { runSite } from '../../testing/index.ts'
import { openSandbox, type Sandbox } from '../stripe-sandbox/index.ts'

/** Fault of the fake Stripe. `lost`: executes a request once, and the connection breaks before the response. */
type Ill = 'none' | '500' | 'html' | '429' | 'reset' | 'silent' | 'slow' | 'lost'

/** The API of Stripe on a port of its own, which can be ill. */
const serveStripe = async (sandbox: Sandbox, port: number) => {
  const state: { ill: Ill; calls: number } = { ill: 'none', calls: 0 }
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    state.calls++
    if (state.ill === 'reset') return void req.socket.resetAndDestroy()
    if (state.ill === 'silent') return
    if (state.ill === '500') return void res.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}')
    if (state.ill === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
    if (state.ill === '429') {
      const error = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }
      return void res.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    }
    if (state.ill === 'slow') await sleep(1_000)
    const body = req.method === 'POST' ? { body: await buffer(req) } : {}
    const headers = Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    )
    const made = await sandbox.answer(
      new Request(`http://stripe.local${req.url}`, { method: req.method ?? 'GET', headers, ...body }),
    )
    if (state.ill === 'lost') {
      state.ill = 'none'
      return void req.socket.resetAndDestroy()
    }
    res.writeHead(made.status, Object.fromEntries(made.headers)).end(await made.text())
  }
  const server = createServer((req, res) => void answer(req, res).catch(error => res.destroy(error)))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}

test('with Stripe failing, nobody is redirected and no money moves; afterwards contributions are booked once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-stripe-away-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const [port, stripePort] = [await freePort(), await freePort()]
  const sandbox = openSandbox({ file: ':memory:', origin: `http://localhost:${port}`, now: Date.now })
  onTestFinished(() => sandbox.close())
  const stripe = await serveStripe(sandbox, stripePort)
  const apiUrl = `http://127.0.0.1:${stripePort}`
  const site = await runSite(dataDir, {
    PORT: String(port),
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_URL: apiUrl,
  })
  onTestFinished(async () => void (await site.stop()))
  const contribute = () =>
    fetch(`${site.origin}/pool/contribute`, {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ own: '12.50' }),
      redirect: 'manual',
    })
  const details = (session: string) => fetch(`${site.origin}/get-session-details?session_id=${session}`)

  const pool = await fetch(`${site.origin}/pool`)
  expect(pool.headers.get('content-security-policy')).toContain(apiUrl)
  expect(await pool.text()).toContain('You’ll pay at Stripe')
  // The sandbox's own pages are not there where Stripe is.
  expect((await fetch(`${site.origin}/sandbox`)).status).toBe(404)

  stripe.ill = 'slow'
  expect((await contribute()).status).toBe(303)
  stripe.ill = 'lost'
  expect((await contribute()).status).toBe(303)
  // The call was made again with its key: Stripe has made one session for it.
  expect(sandbox.world.all('checkout.session')).toHaveLength(2)
  const session = sandbox.world.all('checkout.session')[0]?.id ?? ''

  for (const ill of ['500', 'html', '429', 'reset', 'silent'] as const) {
    stripe.ill = ill
    const [refused, unread] = await Promise.all([contribute(), details(session)])
    expect([ill, refused.status, refused.headers.get('retry-after')]).toEqual([ill, 503, '10'])
    const page = await refused.text()
    expect(page).toContain('The payment service is not responding. No money has moved')
    expect(page).toContain('value="12.50"')
    expect([ill, unread.status]).toEqual([ill, 503])
    expect((await fetch(`${site.origin}/pool?session_id=${session}`)).status).toBe(200)
  }
  expect(sandbox.world.all('checkout.session')).toHaveLength(2)

  // The webhook arrives while the fee cannot be fetched; that is retried.
  const before = stripe.calls
  stripe.ill = '500'
  sandbox.world.pay(session, 'ada@example.org')
  await sandbox.deliver()
  const kinds = async () => {
    const { lines } = (await (await fetch(`${site.origin}/books.json`)).json()) as {
      lines: { kind: string; amount: string }[]
    }
    return lines.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()
  }
  expect(await kinds()).toEqual(['payment 12.50'])
  await expect.poll(() => stripe.calls).toBeGreaterThan(before)
  stripe.ill = 'none'
  await expect.poll(kinds).toEqual(['fee -0.66', 'payment 12.50'])
  expect(await (await details(session)).json()).toMatchObject({ status: 'success', amount: 12.5, currency: 'usd' })
})
