import { serveApp } from '@corroborate/server-kit/testing'
import { axe, faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { brought } from '../../features.ts'
import { identityUnderTest, readMailbox, tokenIn } from '../../testing/index.ts'
import {
  accountChangedMail,
  addressTakenMail,
  magicLinkMail,
  noAccountMail,
  passcodeMessage,
  resetMail,
} from '../messages.ts'
import { renderMessage } from '../templates/render-message.ts'

const ada = 'ada@example.org'
const phone = '+4915123456789'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const openMailbox = async (options: Parameters<Browser['newContext']>[0] = {}) => {
  const provider = await identityUnderTest()
  const url = await serveApp(provider.app)
  await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
  await provider.sdk('POST', '/otps/sms/login_or_create', { phone_number: phone })
  await readMailbox(provider, ada)
  await readMailbox(provider, phone)
  const context: BrowserContext = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`${url}/dev/mailbox`)
  return { provider, url, context, page, complaints }
}

test('opening a message, copying its code, and new messages appearing without a reload', async () => {
  const { provider, context, page, url, complaints } = await openMailbox()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await page.getByRole('link', { name: phone }).click()
  const [{ code }] = await readMailbox(provider, phone)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await provider.sdk('POST', '/otps/email/login_or_create', { email: 'bob@example.org' })
  await page.getByRole('link', { name: 'bob@example.org' }).click()
  await see(page.getByRole('heading', { level: 2 })).toContainText('passcode')
  expect(complaints).toEqual([])
})

test('the email is shown in a sandboxed frame without scripts, and its link opens outside of it', async () => {
  const { provider, page, context } = await openMailbox()
  await page.getByRole('link', { name: ada }).click()
  const frame = page.frameLocator('iframe')
  const button = frame.getByRole('link', { name: /^Continue to/ })
  await button.waitFor()
  const inner = page.frames()[1]
  await expect(inner?.evaluate(() => localStorage.length)).rejects.toThrow()
  await context.route('http://localhost:5000/**', route => route.fulfill({ body: 'The application' }))
  const opened = context.waitForEvent('page')
  await button.click()
  const application = await opened
  await application.waitForURL(/token=/)
  expect(application.url()).toContain(tokenIn((await readMailbox(provider, ada))[0]))
})

test('the mailbox works without JavaScript', async () => {
  const { page } = await openMailbox({ javaScriptEnabled: false })
  await page.getByRole('searchbox').fill(phone)
  await page.getByRole('button', { name: 'Show' }).click()
  await see(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: phone }).first().click()
  await see(page.getByRole('article')).toContainText('passcode')
})

test('the mailbox is accessible and does not overflow in any theme', async () => {
  const { page, provider } = await openMailbox()
  const [{ id }] = await readMailbox(provider, ada)
  for (const path of ['/dev/mailbox', `/dev/mailbox?id=${id}`, '/dev/mailbox?to=nobody@example.org']) {
    await page.goto(new URL(path, page.url()).href)
    // No scripts run in the mail's frame, including axe. The mail is checked separately below.
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    expect(await faultsInEveryLook(page, { widths: [320, 390, 1280] }), path).toEqual([])
  }
})

const expiresAt = Date.now() + 1_800_000
// Of one long word each: neither has a place to break.
const long = { id: 'p', name: 'Zusammenarbeitsplattformfürwissenschaftlicheveröffentlichungen', locale: 'es' as const }
const project = { id: 'p', name: 'Corroborate', locale: 'en' as const }
const link = `https://app.example.org/a/very/long/path?next=%2F10.1038%2Fnature12373&token=${'t'.repeat(120)}`
const mails = [
  magicLinkMail({ project, to: ada, link, expiresAt }),
  passcodeMessage({ methodId: 'm', project, to: ada, channel: 'email', code: '012345', expiresAt }),
  resetMail({ project, to: ada, resetLink: link, loginLink: link, expiresAt }),
  noAccountMail({ project, to: ada, expiresAt }),
  addressTakenMail({ project, to: ada, expiresAt }),
  accountChangedMail({ project, to: ada, change: 'password-changed', at: 0 }),
  magicLinkMail({ project: long, to: `${'a'.repeat(60)}@example.org`, link, expiresAt }),
]

test.each(['light', 'dark'] as const)(
  'in %s, axe finds no violations in any email, and each fits a phone',
  async colorScheme => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    for (const message of mails) {
      await page.setContent(renderMessage(message, Date.now(), brought.notices).html ?? '')
      const { violations } = await axe(page, { disableRules: ['landmark-one-main', 'region'] })
      expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(node => node.html).join()}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
  },
)
