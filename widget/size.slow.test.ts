import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWidget } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'widget-size-'))
beforeAll(() => buildWidget({ outDir: folder }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const weightOf = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).byteLength

test.each([
  { file: 'widget.js', least: 20_000, most: 33_700 },
  { file: 'product-account.mjs', least: 5_000, most: 15_600 },
  { file: 'product-crypto.mjs', least: 2_000, most: 6_000 },
  { file: 'product-idp.mjs', least: 4_000, most: 10_600 },
  { file: 'product-oauth.mjs', least: 1_000, most: 2_700 },
  { file: 'product-onetap.mjs', least: 1_000, most: 2_800 },
  { file: 'product-otp.mjs', least: 2_000, most: 5_300 },
  { file: 'product-passkeys.mjs', least: 2_000, most: 5_500 },
  { file: 'product-passwords.mjs', least: 3_000, most: 6_400 },
  { file: 'product-second.mjs', least: 2_000, most: 4_600 },
  { file: 'strings-account-de.json', least: 1_000, most: 3_100 },
  { file: 'strings-account-es.json', least: 1_000, most: 3_100 },
  { file: 'strings-de.json', least: 1_000, most: 3_300 },
  { file: 'strings-es.json', least: 1_000, most: 3_300 },
  { file: 'proofs.mjs', least: 1_000, most: 2_050 },
  { file: 'telemetry.js', least: 200, most: 600 },
  { file: 'headless.js', least: 5_000, most: 12_700 },
  { file: 'headless.mjs', least: 5_000, most: 12_700 },
])('$file is at most $most bytes compressed', ({ file, least, most }) => {
  const weight = weightOf(file)
  expect(weight).toBeGreaterThan(least)
  expect(weight).toBeLessThanOrEqual(most)
})

// The account and consent pages are separate pages for signed-in users. The second factor is loaded only for users with an authenticator
// app.
test('the widget with every sign-in method is at most 61,500 bytes', () => {
  const products = readdirSync(folder).filter(file => /^product-(?!account|idp|second)[a-z]+\.mjs$/.test(file))
  expect(products.length).toBeGreaterThan(1)
  const weights = ['widget.js', ...products].map(weightOf)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(61_500)
})
