import { sessionCookies } from '@corroborate/server-kit/testing/browser'
import { decodeBase64 } from '@corroborate/wire/base64'
import { parseTelemetry } from '@corroborate/wire/telemetry.schema'
import type { Request } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test, vi } from 'vitest'
import { type Application, openStage, publishedClient, type Stage } from '../../identity/conformance/testing/index.ts'
import type { MailboxMessage } from '../../identity/delivery/index.ts'
import { createEthereumWallet, createSolanaWallet, tokenIn } from '../../identity/testing/index.ts'
import { openOurClient } from './testing/our-client.ts'

/** A user action, with the client's resulting requests in a form that is stable across runs. */
type Step = { did: string; asked: string[] }
type Recording = { steps: Step[]; cookies: string[]; stored: Record<string, unknown> }

const sdkHeaders = ['authorization', 'content-type', 'x-sdk-client', 'x-sdk-parent-host']
/** Values that differ from run to run; that they are there counts. */
const volatile =
  /^(token|method_id|code_challenge|code_verifier|totp_code|recovery_code|signature|crypto_wallet_address)$/
const ids = /(?:public-token|[a-z-]+)-test-[\w-]+/g

/** Settings that only our client stores: the configured providers, and the captcha, which the published client does not request. */
const onlyOurs = new Set(['oauthProviders', 'captcha'])

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !onlyOurs.has(key))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, part]) => [key, shapeOf(part)]),
  )
}

const bodyOf = (request: Request): unknown => {
  const body = request.postData()
  if (body === null) return 'none'
  const entries = Object.entries(JSON.parse(body) as object).toSorted(([one], [other]) => one.localeCompare(other))
  return Object.fromEntries(entries.map(([key, value]) => [key, volatile.test(key) ? typeof value : value]))
}

/** Formats a request without volatile values: IDs, tokens, times, the page's port. */
const describeRequest = async (request: Request, publicToken: string, application: string): Promise<string> => {
  const url = new URL(request.url())
  const headers = await request.allHeaders()
  const [name, secret] = (decodeBase64(headers.authorization?.slice('Basic '.length) ?? '') ?? '').split(':')
  const described = {
    call: `${request.method()} ${url.pathname.replace(ids, ':id')}`,
    query: [...url.searchParams].map(([key, value]) => [
      key,
      volatile.test(key) ? typeof value : value.replace(ids, ':id'),
    ]),
    headers: sdkHeaders.filter(header => header in headers),
    contentType: headers['content-type'],
    credentials: name === publicToken && (secret === publicToken ? 'the public token' : 'a session'),
    telemetry: shapeOf(parseTelemetry(headers['x-sdk-client'])),
    isFromPage: headers['x-sdk-parent-host'] === headers.origin,
    body: bodyOf(request),
  }
  return JSON.stringify(described).replaceAll(application, 'the page')
}

/** Signs up, in and out in every way there is, in an application that has loaded one client or the other. */
const record = async (application: Application, pkce: boolean): Promise<Recording> => {
  const stage = await openStage(application)
  try {
    return await recordOn(stage, pkce)
  } finally {
    await stage.close()
  }
}

const recordOn = async (stage: Stage, pkce: boolean): Promise<Recording> => {
  const project = await stage.newProject({ pkce: { magicLinks: pkce, passwordResets: pkce, oauth: pkce } })
  const visitor = await stage.open(project)
  const { page } = visitor
  await page.route('**/v1/public/oauth/**', route => route.fulfill({ status: 204 }))
  const steps: Step[] = []
  const seen: Promise<string>[] = []
  page.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    // Settings and event requests depend on timing rather than on steps.
    if (origin === stage.provider && pathname !== '/sdk/v1/events' && !pathname.includes('/projects/bootstrap/'))
      seen.push(describeRequest(request, project.publicToken, stage.application))
  })

  const step = async <T>(did: string, doing: () => Promise<T>): Promise<T> => {
    seen.length = 0
    const result = await doing()
    steps.push({ did, asked: (await Promise.all(seen)).toSorted() })
    return result
  }
  const call = (method: string, ...args: unknown[]) => step(method, () => visitor.call(method, ...args))
  const refusal = (method: string, ...args: unknown[]) => step(method, () => visitor.refusal(method, ...args))
  const reload = () =>
    step('reload', async () => {
      const signedIn = (await visitor.context.cookies()).some(({ name }) => name === 'stytch_session')
      const answers = ['/bootstrap/', ...(signedIn ? ['/sessions/authenticate'] : [])].map(part =>
        page.waitForResponse(response => response.url().includes(part)),
      )
      await visitor.visit('/')
      await Promise.all(answers)
    })

  const read = new Set<string>()
  /** Returns the next matching message; others, such as notifications, may come between. */
  const message = async (to: string, wanted: (message: MailboxMessage) => boolean): Promise<MailboxMessage> => {
    const find = async () => (await stage.mailbox(to)).find(each => !read.has(each.id) && wanted(each))
    const found = await vi.waitUntil(find, { timeout: 10_000, interval: 100 })
    read.add(found.id)
    return found
  }
  const withLink = (type: string) => (each: MailboxMessage) => each.links.some(link => link.includes(`_type=${type}&`))
  const tokenOf = (mail: MailboxMessage, type: string) =>
    tokenIn({ links: mail.links.filter(link => link.includes(`_type=${type}&`)) })
  const withCode = (each: MailboxMessage) => each.code !== null

  const minutes = { session_duration_minutes: 60 }
  const url = `${stage.application}/authenticate`
  const email = 'ada@example.org'
  const password = 'quiet-otters-fold-paper'

  await reload()
  await call('magicLinks.email.loginOrCreate', email, {
    login_magic_link_url: url,
    signup_magic_link_url: url,
    login_expiration_minutes: 5,
    signup_expiration_minutes: 5,
    of_my_own: { a: [1] },
  })
  await refusal('magicLinks.authenticate', 'no-such-token', minutes)
  await call('magicLinks.authenticate', tokenOf(await message(email, withLink('magic_links')), 'magic_links'), minutes)
  await reload()
  await call('session.authenticate')
  await call('session.authenticate', { session_duration_minutes: 120 })
  await call('user.get')
  await call('user.update', { name: { first_name: 'Ada' }, untrusted_metadata: { theme: 'dark' } })
  await refusal('user.deleteEmail', 'email-test-unknown')
  const phone = '+4915123456789'
  const sentSms = await call('otps.sms.send', phone, { expiration_minutes: 5 })
  const { code: smsCode } = await message(phone, withCode)
  await call('otps.authenticate', smsCode, sentSms.method_id, minutes)
  await call('magicLinks.email.send', 'second@example.org')
  const made = await call('totps.create', { expiration_minutes: 30 })
  const app = new TOTP({ secret: Secret.fromBase32(String(made.secret)) })
  await call('totps.authenticate', { totp_code: app.generate(), ...minutes })
  await call('totps.recover', { recovery_code: (made.recovery_codes as string[])[0], ...minutes })
  await call('user.deleteTOTP', made.totp_id)
  const cookies = (await sessionCookies(visitor.context)).map(
    ({ name, path, domain, sameSite, secure, httpOnly, expires }) =>
      `${name} ${path} ${domain} ${sameSite} ${secure} ${httpOnly} ${Math.round((expires - Date.now() / 1_000) / 600)}`,
  )
  await call('session.revoke')
  await refusal('session.authenticate')

  const sentMail = await call('otps.email.loginOrCreate', email)
  await call('otps.authenticate', (await message(email, withCode)).code, sentMail.method_id, minutes)
  await call('passwords.strengthCheck', { email, password })
  await call('passwords.resetBySession', { password })
  await call('session.revoke')
  await refusal('passwords.authenticate', { email, password: 'wrong', ...minutes })
  await call('passwords.authenticate', { email, password, ...minutes })
  await call('passwords.resetByExistingPassword', {
    email,
    existing_password: password,
    new_password: `${password}2`,
    ...minutes,
  })
  await call('session.revoke', { forceClear: true })
  await call('passwords.resetByEmailStart', {
    email,
    login_redirect_url: url,
    reset_password_redirect_url: url,
    reset_password_expiration_minutes: 30,
  })
  await call('magicLinks.email.loginOrCreate', email, { login_magic_link_url: url })
  const link = await message(email, withLink('magic_links'))
  const reset = await message(email, withLink('reset_password'))
  await reload()
  await call('magicLinks.authenticate', tokenOf(link, 'magic_links'), minutes)
  await call('passwords.resetByEmail', {
    token: tokenOf(reset, 'reset_password'),
    password: `${password}3`,
    ...minutes,
  })
  await call('passwords.create', { email: 'grace@example.org', password, ...minutes })
  await step('oauth.google.start', async () => {
    const start = page.waitForRequest('**/v1/public/oauth/**')
    await visitor.call('oauth.google.start', {
      login_redirect_url: url,
      signup_redirect_url: url,
      custom_scopes: ['calendar', 'drive'],
      provider_params: { login_hint: email },
    })
    await start
  })
  await call('session.revoke')
  for (const wallet of [createEthereumWallet(), createSolanaWallet()]) {
    const named = { crypto_wallet_type: wallet.type, crypto_wallet_address: wallet.address }
    const { challenge } = await call('cryptoWallets.authenticateStart', named)
    const body = { ...named, signature: wallet.sign(String(challenge)), ...minutes }
    const { user } = await call('cryptoWallets.authenticate', body)
    await refusal('cryptoWallets.authenticate', body)
    const { crypto_wallets } = user as { crypto_wallets: { crypto_wallet_id: string }[] }
    await refusal('user.deleteCryptoWallet', crypto_wallets[0]?.crypto_wallet_id)
    await call('session.revoke')
  }
  await refusal('impersonation.authenticate', { impersonation_token: 'no-such-token' })

  const stored = await page.evaluate(() => ({ ...localStorage }))
  return {
    steps,
    cookies: cookies.toSorted(),
    stored: Object.fromEntries(
      Object.entries(stored)
        .map(([key, value]) => [key.replace(project.publicToken, ''), shapeOf(JSON.parse(value as string))] as const)
        .toSorted(([one], [other]) => one.localeCompare(other)),
    ),
  }
}

test.each([{ pkce: true }, { pkce: false }])(
  'our client sends the same requests and stores the same data as the published one, with PKCE $pkce',
  async ({ pkce }) => {
    const published = await record(publishedClient, pkce)
    expect(published.steps.flatMap(({ asked }) => asked).length).toBeGreaterThan(30)
    expect(await record(await openOurClient(), pkce)).toEqual(published)
  },
  180_000,
)
