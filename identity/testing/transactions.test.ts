import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const identity = fileURLToPath(new URL('..', import.meta.url))

/** Every source file of the provider that is no test. */
const sources = readdirSync(identity, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.ts') && !/node_modules|testing\/|\.test\.ts$|conformance/.test(path),
)

const filesWith = (pattern: RegExp, folder = ''): string[] =>
  sources.filter(path => path.startsWith(folder) && pattern.test(readFileSync(join(identity, path), 'utf8')))

test('every transaction is retried on serialization failures', () => {
  expect(filesWith(/\.transaction\(\)/)).toEqual([])
})

test('endpoints and factors change an account only while holding its user lock', () => {
  expect(filesWith(/\bholdUser\(|\bholdSession\(|\bholdRecipient\(|\bsignIn\(/, 'factors/').length).toBeGreaterThan(3)
  // Exceptions without a user: telemetry, passkey and wallet challenges, and pending social sign-ins. A password sign-up with enumeration
  // protection creates at most a pending user.
  expect([...filesWith(/\brunTransaction\(/, 'calls/'), ...filesWith(/\brunTransaction\(/, 'factors/')]).toEqual([
    'calls/events/store.ts',
    'factors/oauth/callback-page.ts',
    'factors/oauth/confirm-page.ts',
    'factors/oauth/finish.ts',
    'factors/oauth/flow.ts',
    'factors/oauth/land.ts',
    'factors/oauth/one-tap.ts',
    'factors/oauth/start-page.ts',
    'factors/passkeys/challenge.ts',
    'factors/passwords/routes.ts',
    'factors/wallets/challenge.ts',
  ])
})
