import { expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import { createEthereumWallet, createSolanaWallet, type TestWallet } from '../../testing/index.ts'
import type { Visitor } from './visitor.ts'

type Around = {
  open: (project?: Project) => Promise<Visitor>
  /** A project that has wallets sign the text of EIP-4361. */
  withSiwe: () => Promise<Project>
  /** Signs a new person in, by a code. */
  signIn: (visitor: Visitor) => Promise<{ answer: Record<string, unknown> }>
  /** Name of the client's error class for API errors. */
  apiError: string
}

const minutes = { session_duration_minutes: 60 }
const named = ({ type, address }: TestWallet) => ({ crypto_wallet_type: type, crypto_wallet_address: address })

/** Records the client's wallet requests: method, path and SIWE parameters. */
const listen = ({ page }: Visitor): (() => unknown[]) => {
  let asked: unknown[] = []
  page.on('request', request => {
    const [, path] = /\/sdk\/v1(\/(?:users\/)?crypto_wallets.*)$/.exec(new URL(request.url()).pathname) ?? []
    if (path === undefined || request.method() === 'OPTIONS') return
    asked.push([`${request.method()} ${path}`, request.postDataJSON()?.siwe_params])
  })
  return () => {
    const before = asked
    asked = []
    return before
  }
}

const walletsOf = async (visitor: Visitor) =>
  (await visitor.call('user.get')).crypto_wallets as { crypto_wallet_id: string }[]

/** Client behavior with wallets. The test plays the wallet and signs the client's message with its keys. */
export const describeWallets = ({ open, withSiwe, signIn, apiError }: Around): void => {
  const start = async (visitor: Visitor, wallet: TestWallet, more: object = {}) =>
    String((await visitor.call('cryptoWallets.authenticateStart', { ...named(wallet), ...more })).challenge)
  const authenticate = async (visitor: Visitor, wallet: TestWallet, text: string) =>
    visitor.call('cryptoWallets.authenticate', { ...named(wallet), signature: wallet.sign(text), ...minutes })

  test.each([createEthereumWallet(), createSolanaWallet()])('of $type signs up, in, and is deleted', async wallet => {
    const visitor = await open()
    const asked = listen(visitor)
    const first = await authenticate(visitor, wallet, await start(visitor, wallet))
    expect(first).toMatchObject({
      status_code: 200,
      user: { crypto_wallets: [{ ...named(wallet), verified: true }] },
      session: { authentication_factors: [{ type: 'signature_challenge', crypto_wallet_factor: named(wallet) }] },
    })
    expect(first).not.toHaveProperty('__user')
    expect(asked()).toEqual([
      ['POST /crypto_wallets/authenticate/start/primary', undefined],
      ['POST /crypto_wallets/authenticate', undefined],
    ])
    await visitor.call('session.revoke')
    expect(await authenticate(visitor, wallet, await start(visitor, wallet))).toMatchObject({ user_id: first.user_id })

    // A second one, so that the first may go.
    asked()
    const other = createEthereumWallet()
    await authenticate(visitor, other, await start(visitor, other))
    expect(asked()).toMatchObject([['POST /crypto_wallets/authenticate/start/secondary', undefined], {}])
    const [{ crypto_wallet_id: id } = { crypto_wallet_id: '' }] = await walletsOf(visitor)
    await visitor.call('user.deleteCryptoWallet', id)
    expect(await walletsOf(visitor)).toMatchObject([named(other)])
  })

  test('is added to who is signed in; a text answered twice, or wrongly, is refused', async () => {
    const visitor = await open()
    const { answer } = await signIn(visitor)
    const wallet = createSolanaWallet()
    const text = await start(visitor, wallet)
    expect(await authenticate(visitor, wallet, text)).toMatchObject({
      user_id: answer.user_id,
      session: { authentication_factors: [{ type: 'otp' }, { type: 'signature_challenge' }] },
    })
    const refused = { name: apiError, error_type: 'unable_to_authenticate_crypto_wallet' }
    const again = { ...named(wallet), signature: wallet.sign(text), ...minutes }
    expect(await visitor.refusal('cryptoWallets.authenticate', again)).toMatchObject(refused)
    const wrong = { ...again, signature: wallet.sign(`${await start(visitor, wallet)} `) }
    expect(await visitor.refusal('cryptoWallets.authenticate', wrong)).toMatchObject(refused)
    expect(
      await visitor.refusal('cryptoWallets.authenticateStart', {
        crypto_wallet_type: 'ethereum',
        crypto_wallet_address: wallet.address,
      }),
    ).toMatchObject({ name: apiError, error_type: 'invalid_crypto_wallet_address' })
  })

  test('signs the text of EIP-4361 where the project asks for it', async () => {
    const visitor = await open(await withSiwe())
    const asked = listen(visitor)
    const wallet = createEthereumWallet()
    const siwe_params = { statement: 'Welcome.', chain_id: '10', resources: ['https://example.org/terms'] }
    const text = await start(visitor, wallet, { siwe_params })
    const { origin } = new URL(visitor.page.url())
    expect(asked()).toEqual([['POST /crypto_wallets/authenticate/start/primary', { ...siwe_params, uri: origin }]])
    expect(text).toContain(
      `${origin} wants you to sign in with your Ethereum account:\n${wallet.address}\n\nWelcome.\n`,
    )
    expect(await authenticate(visitor, wallet, text)).toMatchObject({ status_code: 200 })
    await visitor.call('session.revoke')
    asked()
    expect(await start(visitor, wallet)).toContain(`\nURI: ${origin}\n`)
    const solana = createSolanaWallet()
    expect(await start(visitor, solana)).toContain('wants you to sign in with your Solana account:')
    expect(asked()).toEqual([
      ['POST /crypto_wallets/authenticate/start/primary', { uri: origin }],
      ['POST /crypto_wallets/authenticate/start/primary', undefined],
    ])
  })

  test('is asked for with arguments of the right kind only', async () => {
    const visitor = await open()
    const asked = listen(visitor)
    await visitor.refusal('cryptoWallets.authenticateStart', { crypto_wallet_address: 7, crypto_wallet_type: 'solana' })
    const body = { crypto_wallet_address: 'a', crypto_wallet_type: 'solana', signature: 's' }
    await visitor.refusal('cryptoWallets.authenticate', { ...body, session_duration_minutes: '60' })
    await visitor.refusal('cryptoWallets.authenticate', { ...body, signature: undefined, ...minutes })
    expect(asked()).toEqual([])
  })
}
