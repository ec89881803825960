import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../testing/index.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const element = (attributes = '') => `<sign-in-widget public-token="p" ${attributes}></sign-in-widget>`

test('an element in the markup renders a widget in its language and color scheme', async () => {
  const { page, complaints } = await stage.open(
    element(`lang="de" color-scheme="dark" config='{"products":["otp"],"otpOptions":{"methods":["sms"]}}'`),
  )
  await see(page.getByRole('heading')).toHaveText('Registrieren oder anmelden')
  await see(page.locator('.siw')).toHaveCSS('background-color', 'rgb(21, 31, 38)')
  await see(page.locator('input[type=tel]')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the element follows attributes and properties and keeps typed input', async () => {
  const { page } = await stage.open(element())
  await page.getByRole('textbox').fill('ada@example.org')
  await page.evaluate(() => document.querySelector('sign-in-widget')?.setAttribute('lang', 'de'))
  await see(page.getByRole('heading')).toHaveText('Registrieren oder anmelden')
  await page.evaluate(() =>
    Object.assign(document.querySelector('sign-in-widget') ?? {}, { strings: { main: { heading: 'Come in' } } }),
  )
  await see(page.getByRole('heading')).toHaveText('Come in')
  await see(page.getByRole('textbox')).toHaveValue('ada@example.org')
  await page.evaluate(() =>
    Object.assign(document.querySelector('sign-in-widget') ?? {}, { styles: { hideHeaderText: true } }),
  )
  await see(page.getByRole('heading')).toHaveCount(0)
})

test('the element accepts properties set before its definition', async () => {
  const { page } = await stage.open('', {
    head: `<script nonce="n1">
      addEventListener('DOMContentLoaded', () => {}, { once: true })
      const early = document.createElement('sign-in-widget')
      early.strings = { main: { heading: 'Early' } }
      early.setAttribute('public-token', 'p')
      document.documentElement.append(early)
    </script>`,
  })
  await see(page.getByRole('heading')).toHaveText('Early')
})

test('the element keeps its state when moved', async () => {
  const { page, requests } = await stage.open(`${element()}<section></section>`)
  await page.getByRole('textbox').fill('ada@example.org')
  await page.evaluate(() => document.querySelector('section')?.append(document.querySelector('sign-in-widget') ?? ''))
  await see(page.locator('section .siw')).toBeVisible()
  await see(page.getByRole('textbox')).toHaveValue('ada@example.org')
  expect(requests.filter(request => request.includes('bootstrap') && request.startsWith('GET'))).toHaveLength(1)
})

test('the element unmounts when removed and starts afresh when reinserted', async () => {
  const { page } = await stage.open(element())
  await page.getByRole('textbox').fill('ada@example.org')
  const sheets = () => page.locator('style[data-siw]').count()
  expect(await sheets()).toBe(1)
  await page.evaluate(() => {
    Object.assign(window, { kept: document.querySelector('sign-in-widget') })
    document.querySelector('sign-in-widget')?.remove()
  })
  await see.poll(sheets).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { kept: Element }).kept.innerHTML)).toBe('')
  await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept))
  await see(page.getByRole('textbox')).toHaveValue('')
})

test('page CSS does not reach the element, not even !important rules', async () => {
  const { page } = await stage.open(element(), {
    head: '<style nonce="n1">* { color: rgb(255, 0, 0) !important } input, button { display: none !important }</style>',
  })
  await see(page.getByRole('textbox')).toBeVisible()
  await see(page.getByRole('heading')).not.toHaveCSS('color', 'rgb(255, 0, 0)')
  await see(page.locator('head style[data-siw]')).toHaveCount(0)
})

test('the element renders in the light DOM on request', async () => {
  const { page } = await stage.open(`${element('shadow="false" id="light"')}<div id="host"></div>`)
  await see(page.locator('head style[data-siw]')).toHaveCount(1)
  await page.evaluate(() => {
    const tree = document.getElementById('host')?.attachShadow({ mode: 'open' })
    tree?.append(document.querySelector('sign-in-widget')?.cloneNode() ?? '')
    document.querySelector('#light')?.remove()
  })
  await see(page.locator('#host .siw')).toHaveCSS('width', '400px')
  await see(page.locator('head style[data-siw]')).toHaveCount(0)
})

test('the element reports through callbacks and through events crossing its shadow root', async () => {
  const { page } = await stage.open(`<main>${element('shadow')}</main>`)
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    document.querySelector('main')?.addEventListener('sign-in-event', event => {
      heard.push((event as CustomEvent<{ type: string }>).detail.type)
    })
    Object.assign(document.querySelector('sign-in-widget') ?? {}, {
      callbacks: { onEvent: ({ type }: { type: string }) => heard.push(`called ${type}`) },
    })
  })
  await page.getByRole('textbox').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('ada@example.org')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'called MAGIC_LINK_LOGIN_OR_CREATE',
    'MAGIC_LINK_LOGIN_OR_CREATE',
  ])
})

test.each([
  ['<sign-in-widget></sign-in-widget>', 'needs the publicToken of a project'],
  [element(`config='{"produkte":[]}'`), '<sign-in-widget>.config has no "produkte"'],
  [element(`config="{"`), 'is not JSON'],
  [element(`color-scheme="dim"`), 'must be one of auto, light, dark'],
])('the element reports the error in %s', async (markup, message) => {
  const { page, complaints } = await stage.open(markup)
  await see.poll(() => complaints.join()).toContain(message)
  await see(page.locator('.siw')).toHaveCount(0)
})

test('a handled error is not logged again', async () => {
  const { page, complaints } = await stage.open('')
  const message = await page.evaluate(
    () =>
      new Promise(resolve => {
        document.addEventListener('sign-in-error', event => {
          event.preventDefault()
          resolve(((event as CustomEvent).detail as Error).message)
        })
        document.body.append(document.createElement('sign-in-widget'))
      }),
  )
  expect(message).toContain('needs the publicToken')
  expect(complaints).toEqual([])
})
