import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../identity/projects/index.ts'
import {
  createEthereumWallet,
  createSolanaWallet,
  type Mood,
  type Plugged,
  plugInWallets,
  setMood,
} from '../../../identity/testing/index.ts'
import { openStage, type Stage, type Visitor } from '../../testing/stage/index.ts'

let stage: Stage
let project: Project
let withSiwe: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
  withSiwe = await stage.newProject({ siwe: true })
})
afterAll(() => stage?.close())

const config = { products: ['crypto', 'emailMagicLinks'] } as const
type Options = NonNullable<Parameters<Visitor['mount']>[1]>

/** Opens a page with the form and these wallets. */
const open = async (plugged: readonly Plugged[], options: Options = {}, at = project): Promise<Visitor> => {
  const visitor = await stage.open(at)
  onTestFinished(() => visitor.context.close())
  await plugInWallets(visitor.context, plugged)
  await visitor.visit('/')
  await visitor.mount('mountLogin', { config, ...options })
  return visitor
}

const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true })
const types = async (visitor: Visitor) => (await visitor.noted()).events.map(({ type }) => type)
const walletsOf = ({ page }: Visitor) =>
  page.evaluate(() => window.signInClient.user.getSync()?.crypto_wallets.map(wallet => wallet.crypto_wallet_address))
const metamask = (): Plugged => ({ wallet: createEthereumWallet(), as: 'ethereum', flags: { isMetaMask: true } })

const found: readonly [string, () => Plugged][] = [
  ['Metamask', metamask],
  ['Other Ethereum Wallet', () => ({ wallet: createEthereumWallet(), as: 'ethereum' })],
  ['Rabby', () => ({ wallet: createEthereumWallet(), as: 'announced', rdns: 'io.rabby', name: 'Rabby' })],
  ['Phantom', () => ({ wallet: createSolanaWallet(), as: 'phantom' })],
  ['Solflare', () => ({ wallet: createSolanaWallet(), as: 'standard', name: 'Solflare' })],
]

test.each(found)('%s signs up and signs in again', async (name, plug) => {
  const plugged = plug()
  // Half of them in a shadow tree.
  const enableShadowDOM = found.findIndex(([each]) => each === name) % 2 === 1
  const visitor = await open([plugged], { config: { ...config, enableShadowDOM } })
  await button(visitor, `Continue with ${name}`).click()
  await see(heading(visitor, 'Success!')).toBeVisible()
  await see(visitor.page.getByText('You have successfully connected your wallet.')).toBeVisible()
  await expect
    .poll(() => types(visitor))
    .toEqual(['CRYPTO_WALLET_AUTHENTICATE_START', 'CRYPTO_WALLET_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  expect(await walletsOf(visitor)).toEqual([plugged.wallet.address])
  const user = await visitor.page.evaluate(async () => {
    const id = window.signInClient.user.getSync()?.user_id
    await window.signInClient.session.revoke()
    return id
  })
  await button(visitor, 'Back').click()
  await button(visitor, `Continue with ${name}`).click()
  await see(heading(visitor, 'Success!')).toBeVisible()
  expect(await visitor.page.evaluate(() => window.signInClient.user.getSync()?.user_id)).toBe(user)
})

test('available wallets are listed once each, in order, up to the limit', async () => {
  const ethereum = createEthereumWallet()
  const visitor = await open(
    [
      { wallet: createSolanaWallet(), as: 'phantom' },
      { wallet: createSolanaWallet(), as: 'standard', name: 'Phantom' },
      { wallet: ethereum, as: 'ethereum.providers', flags: { isMetaMask: true } },
      { wallet: ethereum, as: 'ethereum.providers', flags: { isCoinbaseWallet: true } },
      { wallet: ethereum, as: 'announced', rdns: 'io.metamask', name: 'MetaMask' },
      { wallet: ethereum, as: 'announced', rdns: 'example.zerion', name: 'Zerion' },
      { wallet: ethereum, as: 'vessel' },
      { wallet: ethereum, as: 'BinanceChain' },
    ],
    {
      config: { products: ['oauth', 'crypto'], oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] } },
    },
  )
  const names = () => visitor.page.getByRole('button', { name: /^Continue with/ })
  await see(names()).toHaveText([
    'Continue with Google',
    'Continue with GitHub',
    'Continue with Phantom',
    'Continue with Vessel',
    'Continue with Binance',
    'Continue with other Crypto Wallet',
  ])
  const pictures = await names().evaluateAll(buttons => buttons.map(each => each.querySelector('svg')?.outerHTML))
  expect(new Set(pictures).size).toBe(6)
  await button(visitor, 'Continue with other Crypto Wallet').click()
  await see(heading(visitor, 'Continue with other wallet')).toBeFocused()
  await see(names()).toHaveText(['Continue with Coinbase', 'Continue with Metamask', 'Continue with Zerion'])
  await button(visitor, 'Set up a new crypto wallet').click()
  await see(heading(visitor, 'Set up a new crypto wallet')).toBeFocused()
  await see(visitor.page.getByRole('link')).toHaveCount(4)
  await button(visitor, 'Back').click()
  await button(visitor, 'Continue with other Crypto Wallet').click()
  await button(visitor, 'Continue with Zerion').click()
  await see(heading(visitor, 'Success!')).toBeVisible()
  expect(await walletsOf(visitor)).toEqual([ethereum.address])
})

test('without a wallet the form links to one, and lists a late-announced wallet', async () => {
  const visitor = await open([])
  await see(button(visitor, 'Set up a new crypto wallet')).toBeVisible()
  await see(visitor.page.getByRole('button', { name: /^Continue with(?! email)/ })).toHaveCount(0)
  await visitor.page.evaluate(() => {
    const info = { uuid: 'x', name: 'Late', rdns: 'example.late', icon: 'https://evil.example/pixel.png' }
    const detail = { info, provider: { request: () => new Promise(() => undefined) } }
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    // As wallets do (EIP-6963): announces now, and on request by pages that listen later.
    addEventListener('eip6963:requestProvider', announce)
    announce()
    // Invalid announcements are ignored.
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'x' }))
  })
  await see(button(visitor, 'Continue with Late')).toBeVisible()
  // A picture is never fetched.
  await see(visitor.page.locator('img')).toHaveCount(0)
})

describe('wallet failures', () => {
  const failed = async (visitor: Visitor, sentence: string) => {
    await see(heading(visitor, 'Looks like there was an error!')).toBeFocused()
    await see(visitor.page.getByRole('alert')).toHaveText(sentence)
    expect((await visitor.noted()).errors).toEqual([{ message: sentence }])
  }

  test('a wallet rejects connecting, then signing, and finally approves', async () => {
    const visitor = await open([metamask()])
    await setMood(visitor.page, 'refuses')
    await button(visitor, 'Continue with Metamask').click()
    await failed(visitor, 'Could not connect to wallet')
    expect(visitor.asked('/authenticate/start/primary')).toEqual([])
    await button(visitor, 'Back').click()
    await see(heading(visitor, 'Sign up or log in')).toBeVisible()
    await visitor.page.route('**/authenticate/start/primary', async route => {
      await setMood(visitor.page, 'refuses')
      await route.continue()
    })
    await setMood(visitor.page, 'agrees')
    await visitor.page.evaluate(() => window.noted.errors.splice(0))
    await button(visitor, 'Continue with Metamask').click()
    await failed(visitor, 'Could not sign message')
    expect(visitor.asked('/crypto_wallets/authenticate')).toEqual([])
    await visitor.page.unroute('**/authenticate/start/primary')
    await setMood(visitor.page, 'agrees')
    await button(visitor, 'Back').click()
    await button(visitor, 'Continue with Metamask').click()
    await see(heading(visitor, 'Success!')).toBeVisible()
  })

  test('an unresponsive wallet can be left, is not asked twice, and its late response is ignored', async () => {
    const visitor = await open([metamask()])
    await setMood(visitor.page, 'says nothing')
    for (const _ of [1, 2]) {
      await button(visitor, 'Continue with Metamask').click()
      await see(heading(visitor, 'Connecting to your wallet...')).toBeFocused()
      await see(visitor.page.getByRole('status', { name: 'Connecting to your wallet...' })).toBeVisible()
      await button(visitor, 'Back').click()
      await see(heading(visitor, 'Sign up or log in')).toBeVisible()
    }
    expect(await visitor.page.evaluate(() => window.asked)).toEqual(['connect'])
    expect(visitor.asked('/authenticate/start/primary')).toEqual([])
  })

  test.each<[Mood, Plugged, Project['name']]>([
    ['switches account', metamask(), 'plain'],
    ['switches account', { wallet: createSolanaWallet(), as: 'standard', name: 'Solflare' }, 'plain'],
    ['switches chain', metamask(), 'siwe'],
  ])('a wallet that %s between the steps', async (mood, plugged, kind) => {
    const visitor = await open([plugged], {}, kind === 'siwe' ? withSiwe : project)
    await visitor.page.route('**/authenticate/start/primary', async route => {
      await setMood(visitor.page, mood)
      await route.continue()
    })
    await visitor.page.getByRole('button', { name: /Metamask|Solflare/ }).click()
    await failed(visitor, 'Could not sign message')
    expect(visitor.asked('/crypto_wallets/authenticate')).toEqual([])
  })
})

test('a SIWE project’s message is signed, and provider errors are shown', async () => {
  const plugged = metamask()
  const siwe = { ...config, cryptoOptions: { statement: 'Welcome.' } }
  const visitor = await open([plugged], { config: siwe }, withSiwe)
  await button(visitor, 'Continue with Metamask').click()
  await see(heading(visitor, 'Success!')).toBeVisible()
  expect(visitor.asked('/authenticate/start/primary')).toMatchObject([
    { siwe_params: { uri: stage.application, statement: 'Welcome.', chain_id: '1' } },
  ])
  // Signed in as another user, the wallet cannot be added.
  const { page } = visitor
  await page.evaluate(async () => {
    await window.signInClient.session.revoke()
    await window.signInClient.passwords.create({
      email: 'somebody@example.org',
      password: 'lantern-gravel-opus-41',
      session_duration_minutes: 60,
    })
  })
  await button(visitor, 'Back').click()
  await button(visitor, 'Continue with Metamask').click()
  await see(heading(visitor, 'Looks like there was an error!')).toBeVisible()
  await see(page.getByRole('alert')).toHaveText('This wallet belongs to another account.')
  const other = await page.evaluate(() => window.signInClient.user.getSync()?.emails[0]?.email)
  expect(other).toBe('somebody@example.org')
})

test('a wallet is added on the account page once approved', async () => {
  const plugged = metamask()
  const visitor = await open([plugged])
  const { page } = visitor
  await page.evaluate(async () => {
    await window.signInClient.passwords.create({
      email: 'collector@example.org',
      password: 'lantern-gravel-opus-41',
      session_duration_minutes: 60,
    })
    const { signInClient: client } = window
    window.SignIn.mountAccount({ elementId: 'login', client, config: { products: ['crypto'] } })
  })
  const wallets = page.getByRole('region', { name: 'Wallets' })
  await setMood(page, 'refuses')
  await wallets.getByRole('button', { name: 'Add a wallet' }).click()
  await wallets.getByRole('button', { name: 'Metamask' }).click()
  await see(wallets.getByRole('alert')).toHaveText('Could not connect to wallet')
  await setMood(page, 'agrees')
  await wallets.getByRole('button', { name: 'Metamask' }).click()
  const { address } = plugged.wallet
  await see(wallets.getByRole('listitem')).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`)
  await see(wallets.getByRole('button', { name: 'Metamask' })).toHaveCount(0)
  expect(await walletsOf(visitor)).toEqual([address])
  expect(visitor.asked('/crypto_wallets/authenticate/start/secondary')).toHaveLength(1)
})
