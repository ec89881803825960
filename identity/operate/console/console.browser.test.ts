import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import {
  axe,
  faultsInEveryLook,
  inEveryPressLook,
  openBrowser,
  plugInAuthenticator,
  pressEverything,
  see,
} from '@corroborate/server-kit/testing/browser'
import { freePort } from '@corroborate/server-kit/testing/server'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openFakeUpstream, registered } from '../../factors/oauth/testing/index.ts'
import { openFakeServices, readMailedCode, registeredAtServices } from '../../testing/index.ts'
import { acts } from './act-form.ts'
import { fillProject, openConsole } from './testing/index.ts'

const ada = 'ada@example.org'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The console on a port of its own, filled, and how browsers reach it. */
const open = async () => {
  const upstream = await openFakeUpstream()
  onTestFinished(upstream.close)
  const services = await openFakeServices()
  onTestFinished(services.close)
  const port = await freePort()
  const provider = await openConsole({
    ...{ IDENTITY_PORT: String(port), LIMITS_SCALE: '1000' },
    ...{ OAUTH_PROVIDERS_URL: upstream.url, CAPTCHA_SERVICES_URL: services.url },
  })
  const life = createLifecycle()
  await life.listen({ name: 'console', app: provider.app, port, host: '127.0.0.1' })
  onTestFinished(async () => {
    await life.end()
  })
  const { origin } = provider.settings.identity
  const visit = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: origin, ...options })
    onTestFinished(() => context.close())
    return context.newPage()
  }

  /** Comes in by an invitation, and sets up an authenticator app. */
  const enter = async (email: string, role: string, options: BrowserContextOptions = {}) => {
    const { out } = await provider.run(`admin add ${email} --role ${role}`)
    const page = await visit(options)
    await page.goto(/http\S+/.exec(out)?.[0] ?? '')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = (await page.locator('dd code').first().textContent()) ?? ''
    const totp = new TOTP({ secret })
    await page.getByLabel('Code from the app').fill(totp.generate({ timestamp: provider.clock.now }))
    await page.getByRole('button', { name: 'Go on' }).click()
    await see(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    return Object.assign(page, { totp })
  }
  return { ...provider, filled: await fillProject(provider), visit, enter }
}

type Filled = Awaited<ReturnType<typeof fillProject>>
type Given = {
  page: string
  fold: string
  fill?: Record<string, string>
  choose?: Record<string, string>
  file?: [string, string]
  check?: string
  says: RegExp
}

/** Inputs for each act: its page, its form fields and the expected message, ordered by their prerequisites. */
const given = (project: string, { userId, appId }: Filled, files: string): Record<string, Given> => {
  const user = `${project}/users/${userId}`
  return {
    'project-create': { page: '/console/projects', fold: 'Create a project', fill: { Name: 'Second' }, says: /Done/ },
    'project-set': { page: project, fold: 'Change settings', choose: { Locale: 'de' }, says: /Done/ },
    'project-events-secret': { page: `${project}/keys`, fold: 'Show the secret', says: /whsec_/ },
    'project-provider-set': {
      page: `${project}/providers`,
      fold: 'Set a provider',
      choose: { Provider: 'google' },
      fill: {
        'Client ID': registered.clientId('google'),
        'Client secret': registered.clientSecret,
      },
      says: /Google accepted the client/,
    },
    'project-provider-remove': { page: `${project}/providers`, fold: 'Remove', says: /was removed/ },
    'project-captcha-set': {
      page: `${project}/providers`,
      fold: 'Use a captcha service',
      choose: { Service: 'turnstile' },
      fill: { 'Site key': registeredAtServices.siteKey, Secret: registeredAtServices.secret },
      says: /Turnstile knows the secret|Done/,
    },
    'project-captcha-remove': {
      page: `${project}/providers`,
      fold: 'Go back to the proof of work',
      says: /proof of work/,
    },
    'user-role-add': { page: user, fold: 'Give the role helper', says: /Done/ },
    'user-role-remove': { page: user, fold: 'Take the role helper', says: /Done/ },
    'user-unlock': { page: user, fold: 'Unlock the account', says: /Unlocked/ },
    'user-session-end': { page: user, fold: 'End all sessions', says: /Ended 1 session/ },
    'user-export': { page: user, fold: 'Export personal data', says: /download/ },
    impersonate: { page: user, fold: 'Impersonate this user', says: /opens a read-only session as/ },
    'user-authenticator-remove': {
      page: user,
      fold: 'Remove the authenticator app',
      says: /without an authenticator app/,
    },
    'user-factor-remove': { page: user, fold: 'Remove', says: /This is the last sign-in method/ },
    'user-delete': { page: user, fold: 'Delete the account', says: /Deleted/ },
    'user-import': {
      page: `${project}/users`,
      fold: 'Import users',
      file: ['operand.0', join(files, 'users.jsonl')],
      says: /Imported 1, .*skipped 0/,
    },
    'keys-rotate': { page: `${project}/keys`, fold: 'Sign with a new key', check: 'Revoke old', says: /Signing with/ },
    'app-create': {
      page: `${project}/apps`,
      fold: 'Create an application',
      fill: { Name: 'Other', Redirect: 'https://other.example.org/cb' },
      says: /client secret/,
    },
    'app-set': {
      page: `${project}/apps/${appId}`,
      fold: 'Change the application',
      fill: { Name: 'Readers' },
      says: /Readers/,
    },
    'app-rotate-secret': { page: `${project}/apps/${appId}`, fold: 'Give it a new secret', says: /client secret/ },
    'app-delete': { page: `${project}/apps/${appId}`, fold: 'Delete the application', says: /Deleted/ },
    'outbox-retry': { page: '/console/outbox', fold: 'Try again', says: /Retrying 1 job/ },
    'audit-secret': {
      page: `${project}/audit`,
      fold: 'Show the receiver’s secret',
      says: /whsec_|This is shown once/,
    },
    'webhook-replay': { page: `${project}/webhooks`, fold: 'Send again', says: /Redelivery/ },
    'admin-add': {
      page: '/console/administrators',
      fold: 'Invite an administrator',
      fill: { 'Email address': 'eve@example.org' },
      choose: { Role: 'support' },
      says: /sign-in\/link/,
    },
    'admin-invite': { page: '/console/administrators', fold: 'Invite again', says: /sign-in\/link/ },
    'admin-role': { page: '/console/administrators', fold: 'Make support', says: /has the role support|last owner/ },
    'admin-remove': { page: '/console/administrators', fold: 'Remove', says: /no longer an administrator|last owner/ },
  }
}

describe.each([
  ['with script', {}],
  ['without script, on a phone', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }],
])('browser %s', (_, options) => {
  test('every console action works through its form', async () => {
    const { enter, project, filled } = await open()
    const files = mkdtempSync(join(tmpdir(), 'console-files-'))
    writeFileSync(join(files, 'users.jsonl'), '{"email": "dan@example.org"}\n')
    const all = given(project, filled, files)
    expect(Object.keys(all).toSorted()).toEqual(
      acts
        .filter(({ reads, role }) => !reads || role === 'owner')
        .map(({ name }) => name)
        .toSorted(),
    )
    const page = await enter(ada, 'owner', options)
    for (const [name, { page: place, fold, fill = {}, choose = {}, file, check, says }] of Object.entries(all)) {
      await page.goto(place)
      const summary = page.locator('summary', { hasText: new RegExp(`^${fold}$`) })
      const details = page
        .locator('details', { has: summary })
        .filter({ has: page.locator(`form[action$="/acts/${name}"]`) })
        .last()
      await details.locator('summary').click()
      for (const [label, value] of Object.entries(fill)) await details.getByLabel(label).first().fill(value)
      for (const [label, value] of Object.entries(choose)) await details.getByLabel(label).first().selectOption(value)
      if (file !== undefined) await details.locator(`input[type=file][name="${file[0]}"]`).setInputFiles(file[1])
      if (check !== undefined) await details.getByLabel(check).check()
      await details.getByLabel('Why').fill(`Trying ${name}`)
      const button = details.locator('button[type="submit"]')
      if (says.source === 'download') {
        const [copy] = await Promise.all([page.waitForEvent('download'), button.click()])
        expect(copy.suggestedFilename()).toBe('account.json')
        continue
      }
      await button.click()
      await see(page.locator('main'), name).toContainText(says)
    }
  })
})

test('an administrator signs in by a passkey, which covers both factors', async () => {
  const { run, visit } = await open()
  const { out } = await run(`admin add ${ada} --role owner`)
  const page = await visit()
  await plugInAuthenticator(page)
  await page.goto(/http\S+/.exec(out)?.[0] ?? '')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await see(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await see(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto('/console/me')
  await see(page.getByRole('cell', { name: 'Passkey' })).toBeVisible()
})

test('a passkey without user verification is not a second factor', async () => {
  const { run, visit } = await open()
  const { out } = await run(`admin add ${ada} --role owner`)
  const page = await visit()
  await plugInAuthenticator(page, { hasUserVerification: false, isUserVerified: false })
  await page.goto(/http\S+/.exec(out)?.[0] ?? '')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await see(page.getByRole('alert')).toContainText('The passkey was not used')
  await page.goto('/console/projects')
  await see(page).toHaveURL(/\/console\/second$/)
})

test('an administrator signs in by an emailed code using only the keyboard', async () => {
  const provider = await open()
  const { totp } = await provider.enter(ada, 'owner')
  const page = await provider.visit()
  await page.goto('/console')
  await see(page).toHaveURL(/\/console\/sign-in$/)
  await page.keyboard.press('Tab')
  await see(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.getByLabel('Email address').first().focus()
  await page.keyboard.type(ada)
  await page.keyboard.press('Enter')
  await see(page.getByLabel('Code from the email')).toBeVisible()
  const code = await readMailedCode(provider, ada)
  await page.getByLabel('Code from the email').focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  provider.clock.now += 60_000
  await page.getByLabel('Code from your authenticator app').focus()
  await page.keyboard.type(totp.generate({ timestamp: provider.clock.now }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto(`${provider.project}/users/${provider.filled.userId}`)
  const fold = page.locator('summary', { hasText: 'Delete the account' })
  await fold.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await see(page.locator('details[open]').getByLabel('Why')).toBeFocused()
})

/** Address of every page of the console, below `/console`. */
const pathsOf = (project: string, filled: Filled): string[] => [
  '',
  '/projects',
  '/outbox',
  '/limits?key=127.0.0.1',
  '/health',
  '/administrators',
  '/me',
  ...[
    '',
    '/addresses',
    '/keys',
    '/providers',
    '/users',
    `/users/${filled.userId}`,
    '/apps',
    `/apps/${filled.appId}`,
  ].map(path => project.replace('/console', '') + path),
  ...['/webhooks', '/mails', '/texts', '/audit'].map(path => project.replace('/console', '') + path),
]

test('axe finds no violations on any console page, in light and dark, on phone and desktop', async () => {
  const { enter, visit, project, filled } = await open()
  const page = await enter(ada, 'owner')
  const paths = pathsOf(project, filled)
  for (const path of paths) {
    await page.goto(`/console${path}`)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect([path, await faultsInEveryLook(page)]).toEqual([path, []])
  }
  const stranger = await visit()
  await stranger.goto('/console/sign-in')
  expect(await faultsInEveryLook(stranger)).toEqual([])
  expect((await axe(stranger)).violations).toEqual([])
})

test('no press on any page moves its target', async () => {
  const { enter, visit, project, filled } = await open()
  const owner = (await enter(ada, 'owner')).context()
  const stranger = (await visit()).context()
  const places = [
    ...pathsOf(project, filled).map(path => ({ path, context: owner })),
    { path: '/sign-in', context: stranger },
  ]
  const known = new Set<string>()
  const faults = await inEveryPressLook(places, async ({ path, context }, look) => {
    await using page = await context.newPage()
    await page.setViewportSize(look.viewport)
    await page.goto(`/console${path}`)
    await see(page).toHaveURL(({ pathname, search }) => pathname + search === `/console${path}`)
    return (await pressEverything(page, look, known)).map(fault => `${path}: ${fault}`)
  })
  expect(faults).toEqual([])
})
