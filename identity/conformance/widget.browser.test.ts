import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../projects/index.ts'
import { createEthereumWallet, createSolanaWallet, type Plugged, plugInWallets, tokenIn } from '../testing/index.ts'
import { openStage, plugIn, type Stage, type Visitor } from './testing/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

/** Long session, because frames, mails and hashes are slow on a busy machine. */
const minutes = { session_duration_minutes: 60 }
let people = 0
const somebody = () => `guest-${++people}@example.org`

/** Opens a page with the client's own login form, and keeps its events in the page's `events`. */
const openForm = async (config: object, { at = project, wallets = [] }: { at?: Project; wallets?: Plugged[] } = {}) => {
  const visitor = await stage.open(at, { start: '/ui' })
  onTestFinished(() => visitor.context.close())
  if (wallets.length > 0) {
    await plugInWallets(visitor.context, wallets)
    await visitor.visit('/ui')
  }
  await visitor.page.evaluate(given => {
    const events: { type: string; data: { status_code?: number } }[] = []
    Object.assign(window, { events })
    const client = window.client as { mountLogin: (options: object) => void }
    client.mountLogin({
      elementId: '#login',
      config: given,
      callbacks: { onEvent: (event: (typeof events)[number]) => events.push(event) },
    })
  }, config)
  return visitor
}

const eventsOf = ({ page }: Visitor): Promise<[type: string, status: number | undefined][]> =>
  page.evaluate(() =>
    (window as unknown as { events: { type: string; data?: { status_code?: number } }[] }).events.map(
      ({ type, data }) => [type, data?.status_code] as [string, number | undefined],
    ),
  )

test('a magic link requested in the form signs in', async () => {
  const visitor = await openForm({
    products: ['emailMagicLinks'],
    emailMagicLinksOptions: {
      loginRedirectURL: `${stage.application}/ui/authenticate`,
      loginExpirationMinutes: 30,
      signupRedirectURL: `${stage.application}/ui/authenticate`,
      signupExpirationMinutes: 30,
    },
    sessionOptions: { sessionDurationMinutes: 60 },
  })
  const email = somebody()
  await visitor.page.getByRole('textbox').fill(email)
  await visitor.page.getByRole('button', { name: 'Continue with email' }).click()
  await see(visitor.page.getByText('Check your email')).toBeVisible()
  expect(await eventsOf(visitor)).toContainEqual(['MAGIC_LINK_LOGIN_OR_CREATE', 200])

  const [mail] = await stage.mailbox(email)
  await visitor.visit(mail.links[0] ?? '')
  expect(await visitor.call('magicLinks.authenticate', tokenIn(mail), minutes)).toMatchObject({
    user: { emails: [{ email, verified: true }] },
  })
  expect(visitor.strangers).toEqual([])
})

describe('passcode in the form', () => {
  test.each(['email', 'sms', 'whatsapp'] as const)('a passcode by %s signs in', async method => {
    const visitor = await openForm({
      products: ['otp'],
      otpOptions: { methods: [method], expirationMinutes: 5 },
      sessionOptions: { sessionDurationMinutes: 60 },
    })
    const { page } = visitor
    const to = method === 'email' ? somebody() : `+1201555${String(100 + ++people).padStart(4, '0')}`
    const field = page.getByRole('textbox')
    await field.fill(method === 'email' ? to : to.replace('+1', ''))
    if (method !== 'email') {
      // The form validates the number in the provider's frame and shows it in national format.
      await field.blur()
      await see(field).toHaveValue(/^\(201\) 555-/)
    }
    await page.getByRole('button', { name: /^Continue/ }).click()
    const [{ code }] = await stage.mailbox(to)
    await page.getByRole('textbox').first().click()
    await page.keyboard.type(code ?? '')
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['OTP_AUTHENTICATE', 200])
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['AUTHENTICATE_FLOW_COMPLETE', undefined])
    expect(await visitor.call('session.getSync')).toMatchObject({
      authentication_factors: [{ type: 'otp', delivery_method: method }],
    })
    expect(visitor.strangers).toEqual([])
  })
})

describe('password in the form', () => {
  const password = 'quiet-otters-fold-paper'
  const newPassword = 'seven-lanterns-by-the-harbour'
  const passwordForm = () =>
    openForm({
      products: ['passwords'],
      passwordOptions: {
        loginRedirectURL: `${stage.application}/ui/authenticate`,
        loginExpirationMinutes: 30,
        resetPasswordRedirectURL: `${stage.application}/ui/authenticate`,
        resetPasswordExpirationMinutes: 30,
      },
      sessionOptions: { sessionDurationMinutes: 60 },
    })
  const enterEmail = async ({ page }: Visitor, email: string) => {
    await page.getByRole('textbox').fill(email)
    await page.getByRole('button', { name: /^Continue/ }).click()
  }
  const enterPassword = async ({ page }: Visitor, entered: string) => {
    await page.locator('input[type=password]').fill(entered)
    await page.getByRole('button', { name: /^Continue/ }).click()
  }

  test('a password signs up and signs in again', async () => {
    const email = somebody()
    const stranger = await passwordForm()
    await enterEmail(stranger, email)
    await enterPassword(stranger, password)
    await expect.poll(() => eventsOf(stranger)).toContainEqual(['PASSWORD_CREATE', 200])

    const friend = await passwordForm()
    await enterEmail(friend, email)
    await enterPassword(friend, newPassword)
    await see(friend.page.getByText(/password/i).filter({ hasText: /wrong|incorrect|not match|right/i })).toBeVisible()
    await enterPassword(friend, password)
    await expect.poll(() => eventsOf(friend)).toContainEqual(['PASSWORD_AUTHENTICATE', 200])
    expect(friend.strangers).toEqual([])
  })

  test('a password is reset by email', async () => {
    const email = somebody()
    const visitor = await passwordForm()
    await visitor.call('passwords.create', { email, password, ...minutes })
    await visitor.call('session.revoke')
    await enterEmail(visitor, email)
    await visitor.page.getByText('Forgot password?').click()
    await see(visitor.page.getByText('A link to reset your password was sent')).toBeVisible()
    const [mail] = await stage.mailbox(email)
    await visitor.visit(mail.links[0] ?? '')
    await visitor.page.evaluate(token => {
      const events: object[] = []
      Object.assign(window, { events })
      const client = window.client as { mountResetPassword: (options: object) => void }
      client.mountResetPassword({
        elementId: '#login',
        passwordResetToken: token,
        config: { products: ['passwords'], sessionOptions: { sessionDurationMinutes: 60 } },
        callbacks: { onEvent: (event: object) => events.push(event) },
      })
    }, tokenIn(mail))
    await enterPassword(visitor, newPassword)
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['PASSWORD_RESET_BY_EMAIL', 200])
    await visitor.call('session.revoke')
    await visitor.call('passwords.authenticate', { email, password: newPassword, ...minutes })
  })
})

describe('wallet in the form', () => {
  const config = { products: ['crypto'], sessionOptions: { sessionDurationMinutes: 60 } }
  const signsIn = async (name: string, plugged: Plugged, at = project) => {
    const visitor = await openForm(config, { at, wallets: [plugged] })
    await visitor.page.getByRole('button', { name: `Continue with ${name}` }).click()
    await see(visitor.page.getByText('You have successfully connected your wallet.')).toBeVisible()
    expect(await eventsOf(visitor)).toMatchObject([
      ['CRYPTO_WALLET_AUTHENTICATE_START', 200],
      ['CRYPTO_WALLET_AUTHENTICATE', 200],
    ])
    expect(await visitor.call('user.getSync')).toMatchObject({
      crypto_wallets: [{ crypto_wallet_address: plugged.wallet.address }],
    })
    expect(visitor.strangers).toEqual([])
  }

  test.each<[string, () => Plugged]>([
    ['Metamask', () => ({ wallet: createEthereumWallet(), as: 'ethereum', flags: { isMetaMask: true } })],
    [
      'Coinbase',
      () => ({ wallet: createEthereumWallet(), as: 'ethereum.providers', flags: { isCoinbaseWallet: true } }),
    ],
    ['Binance', () => ({ wallet: createEthereumWallet(), as: 'BinanceChain' })],
    ['Vessel', () => ({ wallet: createEthereumWallet(), as: 'vessel' })],
    ['Phantom', () => ({ wallet: createSolanaWallet(), as: 'phantom' })],
    // The form offers an unnamed wallet only as one of several providers.
    ['Other Ethereum Wallet', () => ({ wallet: createEthereumWallet(), as: 'ethereum.providers' })],
    ['Other Solana Wallet', () => ({ wallet: createSolanaWallet(), as: 'solana' })],
  ])('the %s wallet signs in', (name, plug) => signsIn(name, plug()))

  test('this form ignores a wallet announced only by EIP-6963 and links to wallets instead', async () => {
    const announced: Plugged = {
      wallet: createEthereumWallet(),
      as: 'announced',
      rdns: 'io.metamask',
      name: 'MetaMask',
    }
    const { page } = await openForm(config, { at: project, wallets: [announced] })
    await see(page.getByText('Set up a new crypto wallet')).toBeVisible()
    await see(page.getByRole('button', { name: 'Continue with Metamask' })).toHaveCount(0)
  })

  test('a wallet signs an EIP-4361 message if the project requires it', async () => {
    const wallet: Plugged = { wallet: createEthereumWallet(), as: 'ethereum', flags: { isMetaMask: true } }
    await signsIn('Metamask', wallet, await stage.newProject({ siwe: true }))
  })
})

describe('passkey in the form', () => {
  test('a passkey is registered on its own page and signs in', async () => {
    const visitor = await openForm({ products: ['emailMagicLinks'] })
    const { page } = visitor
    await plugIn(visitor)
    const email = somebody()
    const { method_id } = await visitor.call('otps.email.loginOrCreate', email)
    const [{ code }] = await stage.mailbox(email)
    await visitor.call('otps.authenticate', code, method_id, minutes)
    await page.evaluate(() => {
      const events: object[] = []
      Object.assign(window, { events })
      const client = window.client as { mountPasskeyRegistration: (options: object) => void }
      client.mountPasskeyRegistration({
        elementId: '#login',
        config: { products: ['passkeys'], sessionOptions: { sessionDurationMinutes: 60 } },
        callbacks: { onEvent: (event: object) => events.push(event) },
      })
    })
    await page.getByRole('button', { name: 'Create a Passkey' }).click()
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['PASSKEY_REGISTER', 200])
    await see(page.getByText('Passkey successfully created!')).toBeVisible()
    const { user_id } = await visitor.call('user.getSync')
    await visitor.call('session.revoke')

    await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })
    expect(await visitor.call('user.getSync')).toMatchObject({ user_id })
    expect(visitor.strangers).toEqual([])
  })
})

describe('passkey button in the form', () => {
  const button = ({ page }: Visitor) => page.getByRole('button', { name: 'Login with a Passkey' })

  test('the passkey button appears next to wallets and signs in', async () => {
    const visitor = await openForm({
      products: ['passkeys', 'crypto'],
      sessionOptions: { sessionDurationMinutes: 60 },
    })
    await see(button(visitor)).toBeVisible()
    await plugIn(visitor)
    const email = somebody()
    const { method_id } = await visitor.call('otps.email.loginOrCreate', email)
    const [{ code }] = await stage.mailbox(email)
    await visitor.call('otps.authenticate', code, method_id, minutes)
    await visitor.call('webauthn.register', { is_passkey: true, ...minutes })
    const { user_id } = await visitor.call('user.getSync')
    await visitor.call('session.revoke')

    await button(visitor).click()
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['PASSKEY_AUTHENTICATE', 200])
    expect(await visitor.call('user.getSync')).toMatchObject({ user_id })
    expect(visitor.strangers).toEqual([])
  })

  test('the form rejects a configuration with passkeys only', async () => {
    const visitor = await openForm({ products: ['passkeys'] })
    await see(visitor.page.getByText('Cannot use Passkeys by itself')).toBeVisible()
    await see(button(visitor)).toHaveCount(0)
  })
})

describe('social login in the form', () => {
  const social = (more: object = {}) => ({
    products: ['oauth'],
    oauthOptions: {
      providers: [{ type: 'google', ...more }, { type: 'apple' }],
      loginRedirectURL: `${stage.application}/ui/authenticate`,
      signupRedirectURL: `${stage.application}/ui/authenticate`,
    },
  })
  /** The page that a provider sends to takes the token. */
  const landed = async (visitor: Visitor, provider_type: string) => {
    await visitor.page.waitForURL(/\/ui\/authenticate\?.*stytch_token_type=oauth/)
    const token = new URL(visitor.page.url()).searchParams.get('token')
    await visitor.visit(visitor.page.url())
    expect(await visitor.call('oauth.authenticate', token, minutes)).toMatchObject({ status_code: 200, provider_type })
  }

  test.each([
    ['Google', 'accounts.google.com'],
    ['Apple', 'appleid.apple.com'],
  ])('%s signs in with its button', async (name, host) => {
    const visitor = await openForm(social())
    const { page } = visitor
    await page.getByRole('button', { name: `Continue with ${name}` }).click()
    await page.waitForURL(`${stage.provider}/sandbox/oauth/${host}/**`)
    await page.getByLabel('Email address').fill(somebody())
    await page.getByRole('button', { name: 'Continue' }).click()
    await landed(visitor, name)
  })

  test('Google signs in by One Tap', async () => {
    const visitor = await stage.open(project, { start: '/ui' })
    onTestFinished(() => visitor.context.close())
    const { page, context } = visitor
    await context.route('https://accounts.google.com/gsi/client*', async route => {
      const script = `${stage.provider}/sandbox/oauth/accounts.google.com/gsi/client?mode=legacy`
      // The script finds the sandbox by where it came from.
      const text = (await (await fetch(script)).text()).replace('document.currentScript.src', JSON.stringify(script))
      await route.fulfill({ contentType: 'text/javascript', body: text })
    })
    await page.evaluate(
      config => {
        const client = window.client as { mountLogin: (options: object) => void }
        client.mountLogin({ elementId: '#login', config })
      },
      social({ one_tap: true, position: 'floating' }),
    )
    const prompt = page.getByRole('form', { name: 'Sign in with Google (sandbox)' })
    await prompt.getByLabel('Email address').fill(somebody())
    await prompt.getByRole('button', { name: /^Continue as/ }).click()
    await landed(visitor, 'Google')
  })
})
