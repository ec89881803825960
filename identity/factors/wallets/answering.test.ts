import { describe, expect, test } from 'vitest'
import { createEthereumWallet, createSolanaWallet } from '../../testing/index.ts'
import { walletSettings } from './factor.ts'
import { authenticate, challengeOf, headers, notAccepted, open, origin, signInBy, stateOf } from './testing/routes.ts'

describe.each([
  ['ethereum', createEthereumWallet],
  ['solana', createSolanaWallet],
] as const)('%s signature', (_, create) => {
  test('a signature without a pending challenge is rejected as expired', async () => {
    const provider = await open()
    const wallet = create()
    const signature = wallet.sign(await challengeOf(provider, wallet))
    provider.clock.now += 5 * 60_000
    expect(await authenticate(provider, wallet, signature)).toMatchObject({
      ...notAccepted,
      json: { error_message: expect.stringMatching(/^This took too long/) },
    })
  })

  test('a signature matches its own address’s challenge, however many others request the same wallet', async () => {
    const provider = await open()
    const wallet = create()
    const asked = []
    for (let n = 1; n <= 6; n++) {
      provider.clock.now += 1
      asked.push(await challengeOf(provider, wallet, { from: `198.51.100.${n}` }))
    }
    const [oldest = '', second = ''] = asked
    const before = await stateOf(provider)
    // With six challenges, only the five newest are compared for a signature from another address.
    expect(await authenticate(provider, wallet, wallet.sign(oldest), { from: '203.0.113.9' })).toMatchObject(
      notAccepted,
    )
    expect(await stateOf(provider)).toBe(before)
    expect((await authenticate(provider, wallet, wallet.sign(oldest), { from: '198.51.100.1' })).status).toBe(200)
    expect((await authenticate(provider, wallet, wallet.sign(second), { from: '203.0.113.9' })).status).toBe(200)
  })

  test('a signature without a session’s challenge signs in to the wallet’s own account, even in a session', async () => {
    const provider = await open()
    const wallet = create()
    const { userId } = await provider.addUser('ada@example.org')
    const { session_token: session } = await provider.signIn(userId)
    const signature = wallet.sign(await challengeOf(provider, wallet))
    const { status, data } = await authenticate(provider, wallet, signature, { session })
    expect([status, data.user_id === userId]).toEqual([200, false])
    expect((await signInBy(provider, wallet)).data.user_id).toBe(data.user_id)
  })

  test('a signature adds a wallet and is logged with it', async () => {
    const provider = await open()
    const wallet = create()
    const { data } = await signInBy(provider, wallet)
    const { details, user_id } = await provider.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'wallet.added')
      .executeTakeFirstOrThrow()
    const [{ crypto_wallet_id }] = (data.user as { crypto_wallets: [{ crypto_wallet_id: string }] }).crypto_wallets
    expect([user_id, JSON.parse(String(details))]).toEqual([
      data.user_id,
      { crypto_wallet_id, type: wallet.type, address: wallet.address },
    ])
  })
})

test('a malformed signature is rejected before any lookup', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const reason = async (signature: string) => {
    const { status, json } = await authenticate(provider, wallet, signature)
    return [
      status,
      String((json as { error_message: string }).error_message)
        .split(' ')
        .slice(0, 6)
        .join(' '),
    ]
  }
  expect(await reason('0x00')).toEqual([400, 'The signature was not made with'])
  expect(await reason(`x0x${'00'.repeat(65)}`)).toEqual([400, 'The signature must be hexadecimal and'])
})

test('another key’s signature is rejected without contacting an unconfigured node', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const signature = createEthereumWallet().sign(await challengeOf(provider, wallet))
  const answer = await authenticate(provider, wallet, signature)
  expect(answer).toMatchObject(notAccepted)
  expect(JSON.stringify(answer.json)).not.toContain('could not be reached')
})

test('a key that was added as a contract wallet signs on every chain', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  const { user_id } = (await signInBy(provider, wallet)).data
  await provider.db.updateTable('crypto_wallets').set({ chain_id: '10' }).execute()
  expect((await signInBy(provider, wallet)).data.user_id).toBe(user_id)
})

test('the plain challenge names the requesting page, or the project if there is none', async () => {
  const provider = await open()
  const wallet = createEthereumWallet()
  expect(await challengeOf(provider, wallet)).toMatch(`Sign in to ${origin} with`)
  const { Origin: _, ...ofProgram } = headers
  const body = { crypto_wallet_type: 'ethereum', crypto_wallet_address: wallet.address }
  const path = '/crypto_wallets/authenticate/start/primary'
  const { name } = await provider.project()
  expect(String((await provider.sdk('POST', path, body, { headers: ofProgram })).data.challenge)).toMatch(
    `Sign in to ${name} with`,
  )
})

test('close to the attempt limit of an IP address, a captcha is required if the project enables it', async () => {
  // The limit is four in ten minutes.
  const provider = await open({ LIMITS_SCALE: String(4 / 300) })
  await provider.configure({ adaptiveCaptcha: true })
  const wallet = createEthereumWallet()
  const statuses = []
  for (let n = 0; n < 3; n++)
    statuses.push((await authenticate(provider, wallet, '0x00', { from: '198.51.100.7' })).status)
  expect(statuses).toEqual([400, 400, 403])
})

test('operators turn Sign-In with Ethereum messages on and off', () => {
  const { apply, ...told } = walletSettings.siwe ?? {}
  expect(told).toEqual({ argument: 'on|off', help: expect.stringContaining('EIP-4361') })
  expect(['on', 'off'].map(value => apply?.({} as never, [value]))).toEqual([{ siwe: true }, { siwe: false }])
})
