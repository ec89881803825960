import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../../testing/index.ts'

/** A tenth of every limit: 120 provider requests a minute and 10 mails in ten minutes per address. */
const settings = { LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' }

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-caller-'))
let product: RunningProduct
beforeAll(async () => {
  product = await runProduct(dataDir, settings)
})
afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const send = (path: string, from: string, cookie: string, form?: Record<string, string>) =>
  fetch(`${product.origin}${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { accept: 'text/html', 'x-forwarded-for': from, origin: product.origin, cookie },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  })

test('three IP addresses with invalid cookies do not affect other users’ sessions', async () => {
  const { token } = await product.newSession('ada@example.org')
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    for (let n = 0; n < 60; n++) {
      const invented = `${from}x${n}`.replaceAll('.', '_').padStart(43, 'x')
      await (await send('/login', from, `corroborate_session=${invented}.`)).text()
    }
  }
  // A busy machine may need a retry; a rate-limited client stays so for the rest of the minute.
  const page = async () => (await send('/', '192.0.2.9', `corroborate_session=${token}.`)).text()
  await expect.poll(page, { interval: 500 }).not.toContain('cannot check')
  expect(await page()).toContain('Log out')
})

test('form logins from ten IP addresses do not affect other users', async () => {
  const ask = async (n: number) =>
    (await send('/login', `198.51.100.${n}`, '', { email: `reader${n}@example.org` })).status
  for (let n = 0; n < 10; n++) expect(await ask(n)).toBe(200)
  expect(await ask(10)).toBe(200)
})
