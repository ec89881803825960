import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { alive, holdScripts } from '../../testing/index.ts'
import { serveTestPage } from './testing/serve-test-page.ts'

let browser: Browser
let folder: string
let served: Awaited<ReturnType<typeof serveTestPage>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'islands-'))
  served = await serveTestPage(folder)
  browser = await openBrowser()
})
afterAll(async () => {
  served?.stop()
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a page and returns its console output. */
const open = async (prepare: (page: Page) => Promise<void> = async () => {}, waitUntil: 'load' | 'commit' = 'load') => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const log: string[] = []
  page.on('pageerror', error => log.push(String(error)))
  page.on('console', message => ['error', 'warning'].includes(message.type()) && log.push(message.text()))
  await prepare(page)
  await page.goto(served.origin, { waitUntil })
  return { page, log }
}

const react = '**/assets/react-*.js'
const first = '**/assets/first-island-*.js'
const counter = (page: Page, name: string) => page.getByRole('button', { name })
const words = (page: Page) => page.getByRole('textbox', { name: 'Words', exact: true })

test('clicks and input before hydration are replayed once', async () => {
  let release = (): void => undefined
  const { page } = await open(async page => {
    release = await holdScripts(page, react)
  })
  await counter(page, 'Last').click()
  await counter(page, 'Last').click()
  await counter(page, 'First').press('Enter')
  await words(page).fill('early')
  release()
  await alive(page)
  await see(counter(page, 'Last')).toHaveText('Last: 2')
  await see(counter(page, 'First')).toHaveText('First: 1')
  await see(words(page)).toHaveValue('early')
  await see(page.locator('output')).toHaveText('EARLY')
  await see(words(page)).toBeFocused()
  await counter(page, 'Last').click()
  await see(counter(page, 'Last')).toHaveText('Last: 3')
})

test('a button pressed before any script loads is activated once afterwards', async () => {
  let release = (): void => undefined
  const { page } = await open(async page => {
    release = await holdScripts(page)
  }, 'commit')
  await counter(page, 'Last').click()
  release()
  await see(counter(page, 'Last')).toHaveText('Last: 1')
  await alive(page)
  await counter(page, 'Last').click()
  await see(counter(page, 'Last')).toHaveText('Last: 2')
})

test('a form submitted before hydration works natively', async () => {
  const { page } = await open(async page => void (await holdScripts(page, react)))
  await words(page).fill('early')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await see(page.getByText('words=early')).toBeVisible()
})

test('an interacted island responds while another is still loading', async () => {
  let release = (): void => undefined
  const { page } = await open(async page => {
    release = await holdScripts(page, first)
  })
  await counter(page, 'Last').click()
  await see(counter(page, 'Last')).toHaveText('Last: 1')
  await words(page).pressSequentially('at once')
  await see(page.locator('output')).toHaveText('AT ONCE')
  await counter(page, 'First').click()
  await see(counter(page, 'First')).toHaveText('First: 0')
  expect(await page.evaluate(() => performance.getEntriesByName('alive').length)).toBe(0)
  release()
  await see(counter(page, 'First')).toHaveText('First: 1')
  await alive(page)
})

test('an island that throws falls back to server markup with its input, and others keep working', async () => {
  let release = (): void => undefined
  const { page, log } = await open(async page => {
    release = await holdScripts(page, react)
  })
  const field = page.getByRole('textbox', { name: 'Words of the broken island' })
  await field.fill('kept')
  release()
  await alive(page)
  await counter(page, 'Last').click()
  await see(counter(page, 'Last')).toHaveText('Last: 1')
  await see(field).toHaveValue('kept')
  expect(log.join()).toContain('This island is broken.')
  await page.getByRole('button', { name: 'Send from the broken island' }).click()
  await see(page.getByText('words=kept')).toBeVisible()
})

test('an island whose code fails to load keeps server markup and retries on the next interaction', async () => {
  const { page, log } = await open(async page => void (await page.route(first, route => route.abort())))
  await counter(page, 'Last').click()
  await see(counter(page, 'Last')).toHaveText('Last: 1')
  await alive(page)
  expect(log.join()).toContain('The island first did not become live.')
  await see(counter(page, 'First')).toHaveText('First: 0')
  await page.unroute(first)
  await counter(page, 'First').click()
  await see(counter(page, 'First')).toHaveText('First: 1')
})

test('a third-party library keeps its store, transitions and ids in an island', async () => {
  const { page, log } = await open()
  await page.getByRole('button', { name: 'Add a book' }).click()
  await page.getByRole('button', { name: 'Add a book' }).click()
  await see(page.getByRole('textbox', { name: 'Books' })).toHaveValue('2')
  await alive(page)
  // The only complaint is of the island that throws: no markup of React's differs from the server's.
  expect(log.filter(line => !line.includes('This island is broken.'))).toEqual([])
})

test('React loads after first content and with the lowest priority', async () => {
  const priorities = new Map<string, string>()
  const { page } = await open(async page => {
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    client.on('Network.requestWillBeSent', ({ request }) => priorities.set(request.url, request.initialPriority))
  })
  await alive(page)
  const [painted, fetched] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/react-'))?.startTime ?? Number.NaN,
  ])
  expect(fetched).toBeGreaterThanOrEqual(painted as number)
  expect([...priorities].find(([url]) => url.includes('/react-'))?.[1]).toBe('Low')
})
