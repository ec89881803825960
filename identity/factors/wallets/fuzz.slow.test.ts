import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEthereumWallet, createSolanaWallet } from '../../testing/index.ts'
import { authenticate, challengeOf, headers, minutes, open, origin, post, stateOf } from './testing/routes.ts'

/** Invalid replacements for one value of a request. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, true, '', '0x', '0x1b', '\0', [], {}, '__proto__', 'x'.repeat(20_000)),
  fc.string({ unit: anyLetter, maxLength: 200 }),
  fc.stringMatching(/^0x[0-9a-f]{0,200}$/),
  fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{0,100}$/),
  fc.jsonValue({ maxDepth: 2 }),
)

test('no fuzzed wallet request signs in, changes data or causes a 500', async () => {
  const provider = await open({ LIMITS_SCALE: '100000' })
  const wallets = [createEthereumWallet(), createSolanaWallet()] as const
  const signed = await Promise.all(
    wallets.map(async wallet => ({
      crypto_wallet_type: wallet.type,
      crypto_wallet_address: wallet.address,
      signature: wallet.sign(await challengeOf(provider, wallet)),
      ...minutes,
    })),
  )
  const before = await stateOf(provider)
  const keys = ['crypto_wallet_type', 'crypto_wallet_address', 'signature', 'session_duration_minutes'] as const
  await fc.assert(
    fc.asyncProperty(fc.nat(1), fc.constantFrom(...keys), wrong, async (which, key, value) => {
      fc.pre(!(key === 'session_duration_minutes' && typeof value === 'number' && value >= 5))
      fc.pre(value !== signed[which]?.[key])
      const answer = await post(provider, 'authenticate', { ...signed[which], [key]: value })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await stateOf(provider)).toBe(before)
    }),
    { numRuns: 300 },
  )
  // With one bit changed it is another signature.
  await fc.assert(
    fc.asyncProperty(fc.nat(64), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const bytes = Buffer.from(signed[0]?.signature.slice(2) ?? '', 'hex')
      // 27 and 0 mean the same, and so do 28 and 1.
      fc.pre(!(at === 64 && ((bytes[64] ?? 0) ^ by) % 27 === (bytes[64] ?? 0) % 27))
      bytes[at] = (bytes[at] ?? 0) ^ by
      const answer = await authenticate(provider, wallets[0], `0x${bytes.toString('hex')}`)
      expect([400, 401]).toContain(answer.status)
      expect(await stateOf(provider)).toBe(before)
    }),
    { numRuns: 100 },
  )
  for (const [at, wallet] of wallets.entries()) {
    expect((await authenticate(provider, wallet, signed[at]?.signature ?? '')).status).toBe(200)
  }
})

test('fuzzed page-defined message fields are rejected or stay on their line', async () => {
  const provider = await open({ LIMITS_SCALE: '100000' })
  const wallet = createEthereumWallet()
  const lines = fc.oneof(wrong, fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), fc.webUrl())
  const said = fc.record(
    {
      uri: fc.oneof(fc.constant(origin), lines),
      chain_id: fc.oneof(fc.constant('1'), lines),
      statement: lines,
      issued_at: fc.oneof(fc.constant(new Date(0).toISOString()), lines),
      not_before: lines,
      message_request_id: lines,
      resources: fc.oneof(fc.array(fc.webUrl(), { maxLength: 3 }), fc.array(lines, { maxLength: 3 })),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(said, async given => {
      const siwe_params = { uri: origin, ...given }
      const asked = { crypto_wallet_type: wallet.type, crypto_wallet_address: wallet.address, siwe_params }
      const answer = await post(provider, 'authenticate/start/primary', asked, { headers })
      expect(answer.status).toBeLessThan(500)
      if (answer.status !== 200) return
      const text = String(answer.data.challenge).split('\n')
      const resources = Array.isArray(given.resources) ? given.resources.length + 1 : 0
      const optional = ['statement', 'not_before', 'message_request_id'].filter(key => Object.hasOwn(given, key))
      expect(text).toHaveLength(10 + optional.length + resources)
      const at = 'statement' in given ? 5 : 4
      expect(text[at]).toMatch(/^URI: /)
      expect(text[at + 3]).toMatch(/^Nonce: [A-Za-z0-9]{22}$/)
    }),
    { numRuns: 300 },
  )
})
