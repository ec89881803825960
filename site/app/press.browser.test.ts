import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  inEveryPressLook,
  movedBy,
  openBrowser,
  type PressLook,
  pressEverything,
  see,
} from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Filled, filledPapers, fillProduct, type RunningProduct, runProduct } from '../testing/index.ts'
import type { PageModels } from './pages.ts'

// Nothing moves between press and release: each thing that can be pressed is pressed on every page of the running product.

const { busy, proposed } = filledPapers

type Who = 'visitor' | 'reader' | 'moderator'
/** Address of a page, and who opens it. */
type Place = readonly [path: string | ((filled: Filled) => string), ...who: Who[]]

/** Every page, opened by those who see most on it. */
const places: Record<keyof PageModels, readonly Place[]> = {
  error: [['/no-such-page', 'visitor']],
  paper: [
    [`/${busy}`, 'visitor', 'reader', 'moderator'],
    [`/${proposed}`, 'reader'],
  ],
  'whole-list': [[`/${busy}/all/authors`, 'visitor']],
  home: [['/', 'visitor', 'reader']],
  results: [['/search?q=attention', 'visitor']],
  dashboard: [['/dashboard', 'reader']],
  'mail-settings': [['/dashboard/mails', 'reader']],
  unsubscribe: [['/unsubscribe', 'visitor']],
  contribute: [[`/${busy}/contribute`, 'visitor']],
  pool: [['/pool', 'visitor']],
  claim: [[`/${busy}/claim`, 'visitor', 'reader']],
  audit: [[({ reportHash }) => `/${busy}/audit/${reportHash}`, 'visitor']],
  reports: [[`/${busy}/audit/`, 'visitor']],
  reproduce: [[`/${busy}/reproduce`, 'visitor', 'reader']],
  account: [['/account', 'reader']],
  authenticate: [['/authenticate?token=x&stytch_token_type=magic_links', 'visitor']],
  continue: [['/continue', 'reader']],
  consent: [['/oauth/authorize?client_id=x', 'reader']],
  login: [['/login', 'visitor']],
  logout: [['/logout?ask=true', 'reader']],
  status: [['/status', 'visitor']],
  notes: [
    [`/${busy}/comment`, 'visitor'],
    [({ note }) => `/${busy}/comment?edit=${note}`, 'reader'],
  ],
  problem: [[`/${busy}/problem`, 'visitor']],
  moderate: [
    ['/moderate', 'moderator'],
    ['/moderate?view=decided', 'moderator'],
  ],
  moderation: [['/moderation', 'visitor']],
  about: [['/about', 'visitor']],
  privacy: [['/privacy', 'visitor']],
  recent: [['/recent', 'visitor']],
  wanted: [['/wanted', 'visitor']],
  awards: [['/dashboard/awards', 'reader']],
  'money-desk': [['/moderate/money', 'moderator']],
  books: [['/books', 'visitor']],
  api: [['/api', 'visitor']],
  check: [['/check', 'visitor']],
}

const visits = Object.entries(places).flatMap(([name, of]) =>
  of.flatMap(([path, ...those]) => those.map(who => ({ name, path, who }))),
)

type Visit = (typeof visits)[number]

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-press-'))
let product: RunningProduct
let browser: Browser
let filled: Filled

beforeAll(async () => {
  product = await runProduct(dataDir)
  filled = await fillProduct(product, dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const logIn = (context: BrowserContext, who: Exclude<Who, 'visitor'>) =>
  context.addCookies([{ name: 'corroborate_session', value: `${filled[who]}.`, url: product.origin }])

const open = async (who: Who, viewport: PressLook['viewport']): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.origin, viewport })
  // A beacon of the widget outlives its page: with it the network is never idle.
  await context.route('**/sdk/v1/events', route => route.abort())
  if (who !== 'visitor') await logIn(context, who)
  return context.newPage()
}

const pathOf = ({ path }: Visit) => (typeof path === 'string' ? path : path(filled))

describe.concurrent('no press moves its target, by touch on a phone and by mouse on a desktop, whatever has the focus', () => {
  const known = new Set<string>()

  test.for(visits)('on the page $name as $who', async visit => {
    const faults = await inEveryPressLook([visit], async ({ name, who }, look) => {
      const page = await open(who, look.viewport)
      await page.goto(pathOf(visit), { waitUntil: 'networkidle' })
      await see(page.locator('body')).toHaveAttribute('data-page', name)
      const found = await pressEverything(page, look, known)
      await page.context().close()
      return found
    })
    expect(faults).toEqual([])
  })

  test('on a held form, after logging in', async () => {
    const faults = await inEveryPressLook([`/${busy}/claim`], async (path, look) => {
      const page = await open('visitor', look.viewport)
      const context = page.context()
      const answer = await context.request.post(path, { form: { message: 'Typed before logging in' } })
      const [held] = /\/continue\?held_form=[\w-]+/.exec(decodeURIComponent(await answer.text())) ?? []
      await logIn(context, 'reader')
      const found: string[] = []
      for (const [address, heading] of [
        [String(held), 'Did you fill in this form?'],
        [`${held}&mine=yes`, 'Check and submit'],
      ] as const) {
        await page.goto(address, { waitUntil: 'networkidle' })
        await see(page.getByRole('heading', { name: heading })).toBeVisible()
        found.push(...(await pressEverything(page, look, known)))
      }
      await context.close()
      return found
    })
    expect(faults).toEqual([])
  })

  test('in the login', async () => {
    const faults = await inEveryPressLook(['/'], async (path, look) => {
      const page = await open('visitor', look.viewport)
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.locator('#login-link').click()
      await page.locator('dialog .siw-screen').waitFor()
      await page.waitForLoadState('networkidle')
      const found = await pressEverything(page, look)
      await page.context().close()
      return found
    })
    expect(faults).toEqual([])
  })
})

describe.concurrent('scripts and responses that arrive late move nothing in the window that can be pressed', () => {
  test.for(visits)('on the page $name as $who', async visit => {
    const faults = await inEveryPressLook([visit], async ({ who }, { viewport }) => {
      const page = await open(who, viewport)
      const late = Promise.withResolvers<void>()
      await page.route('**/*', async route => {
        if (['script', 'fetch', 'xhr'].includes(route.request().resourceType())) await late.promise
        await route.fallback()
      })
      await page.goto(pathOf(visit), { waitUntil: 'commit' })
      await page.locator('.site-footer').waitFor()
      await page.waitForFunction(
        () => [...document.styleSheets].length >= document.querySelectorAll('link[rel=stylesheet]').length,
      )
      await page.evaluate(() => document.fonts.ready)
      const found = await movedBy(page, async () => {
        late.resolve()
        await page.waitForLoadState('networkidle')
      })
      await page.context().close()
      return found.map(fault => `${fault} (${viewport.width} px)`)
    })
    expect(faults).toEqual([])
  })
})
