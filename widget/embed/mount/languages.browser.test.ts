import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Script from '../script.ts'
import { openStage, type Stage, type StagePage } from '../testing/index.ts'

declare global {
  interface Window {
    SignIn: typeof Script
    mounted: ReturnType<typeof Script.mountLogin>
  }
}

const place = '<div id="login"></div>'
const strict =
  "default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; connect-src https://identity.example.test; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const mount = ({ page }: StagePage, strings?: unknown) =>
  page.evaluate(given => {
    window.mounted = window.SignIn.mountLogin({
      publicToken: 'p',
      elementId: 'login',
      nonce: 'n1',
      ...(given !== undefined && { strings: given as 'de' }),
    })
  }, strings)

const asked = ({ requests }: StagePage): string[] => requests.filter(request => request.includes('/strings-'))

test('English is included in the script', async () => {
  const visit = await stage.open(place)
  await mount(visit, 'en-GB')
  await see(visit.page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
  await see(visit.page.locator('.siw')).toHaveAttribute('lang', 'en-GB')
  expect(asked(visit)).toEqual([])
})

test('another language is loaded once, under a strict CSP, without a flash of English', async () => {
  const visit = await stage.open(place, { policy: strict })
  await visit.page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const heading = document.querySelector('h2')?.textContent
      if (heading) seen.add(heading)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await mount(visit, 'de-CH')
  await see(visit.page.getByRole('heading', { name: 'Registrieren oder anmelden' })).toBeVisible()
  await visit.page.evaluate(() => window.mounted.unmount())
  await mount(visit, { language: 'de', main: { heading: 'Herein' } })
  await see(visit.page.getByRole('heading', { name: 'Herein' })).toBeVisible()
  await see(visit.page.getByLabel('E-Mail-Adresse')).toBeVisible()
  expect(asked(visit)).toEqual([expect.stringMatching(/^GET \/strings-de-[0-9a-f]{12}\.json$/)])
  expect(await visit.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([
    'Registrieren oder anmelden',
    'Herein',
  ])
  expect(await visit.violations()).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('a mounted form changes its language and keeps typed input', async () => {
  const visit = await stage.open(place)
  await mount(visit)
  await visit.page.getByRole('textbox').fill('ada@example.org')
  await visit.page.evaluate(() => window.mounted.update({ strings: 'de' }))
  await see(visit.page.getByLabel('E-Mail-Adresse')).toHaveValue('ada@example.org')
  await visit.page.evaluate(() => window.mounted.update({ strings: 'en' }))
  await see(visit.page.getByLabel('Email')).toHaveValue('ada@example.org')
})

test('the element takes its language from its own attribute', async () => {
  const { page } = await stage.open('<sign-in-widget public-token="p" lang="de"></sign-in-widget>')
  await see(page.getByRole('heading', { name: 'Registrieren oder anmelden' })).toBeVisible()
})

test.each(['gone', 'changed'])(
  'when the translation is %s, the form is in English and the console explains why',
  async how => {
    const visit = await stage.open(place)
    await visit.page.route('**/strings-de-*', route =>
      how === 'gone'
        ? route.fulfill({ status: 404, headers: { 'Access-Control-Allow-Origin': '*' } })
        : route.fulfill({ json: { main: {} }, headers: { 'Access-Control-Allow-Origin': '*' } }),
    )
    await mount(visit, 'de')
    await see(visit.page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
    await see(visit.page.locator('.siw')).toHaveAttribute('lang', 'en')
    expect(visit.complaints.join('\n')).toContain('The sign-in form is in English: its texts in "de"')
  },
)

test('a form unmounted before its translation arrives stays unmounted', async () => {
  const visit = await stage.open(place)
  let answer = (): void => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await visit.page.route('**/strings-de-*', async route => {
    await held
    await route.fallback()
  })
  await mount(visit, 'de')
  await visit.page.evaluate(() => window.mounted.unmount())
  const arrived = visit.page.waitForResponse('**/strings-de-*')
  answer()
  await (await arrived).finished()
  await visit.page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
  expect(await visit.page.locator('#login').innerHTML()).toBe('')
})
