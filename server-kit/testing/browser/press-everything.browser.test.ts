import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from './chromium.ts'
import { movedBy, type PressLook, pressEverything } from './press-everything.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const rows = ['First', 'Second', 'Third']
  .map(name => `<li><a href="/${name}">${name}</a><p>More</p><button>Approve</button></li>`)
  .join('')

const byMouse: PressLook = { viewport: { width: 390, height: 844 }, pointer: 'mouse' }
const byTouch: PressLook = { ...byMouse, pointer: 'touch' }

const open = async (style: string, script = ''): Promise<Page> => {
  const page = await browser.newPage({ viewport: byMouse.viewport })
  onTestFinished(() => page.close())
  await page.setContent(
    `<style>p { margin: 0; } button { display: block; } ${style}</style><main><ul>${rows}</ul></main><script>${script}</script>`,
  )
  return page
}

test('finds nothing on a page that stays where it is', async () => {
  const page = await open('li:focus-within { background: yellow; }')
  expect(await pressEverything(page, byMouse)).toEqual([])
  expect(await pressEverything(page, byTouch)).toEqual([])
})

test('finds rows that unfold when they have the focus', async () => {
  const page = await open('li:not(:focus-within) p { display: none; }')
  expect(await pressEverything(page, byMouse)).toContainEqual(
    expect.stringMatching(
      /^button “Approve” moved by dx 0, dy \d+ px between pointerdown and pointerup, with the focus on nothing \(mouse, 390 px\)$/,
    ),
  )
  expect(await pressEverything(page, byTouch)).toContainEqual(
    expect.stringMatching(/^button “Approve” moved by .*, with the focus on another row \(touch, 390 px\)$/),
  )
})

test('finds rows that fold slowly when they lose the focus', async () => {
  const slow =
    'p { block-size: 0; overflow: hidden; transition: block-size 10s; } li:focus-within p { block-size: 2em; }'
  const faults = await pressEverything(await open(`${slow} button { display: none; }`), byMouse)
  expect(faults).toContainEqual(expect.stringMatching(/^a “Third” moved by dx 0, dy -\d+ px .* on another row \(mouse/))
})

test('finds what arrives during a press', async () => {
  const late = `addEventListener('pointerdown', () => setTimeout(() => document.querySelector('ul').prepend('Saved.')))`
  const [fault] = await pressEverything(await open('', late), byMouse)
  expect(fault).toMatch(/^a “First” moved by dx 0, dy \d+ px between pointerdown and pointerup/)
})

test('finds a target that loses its click', async () => {
  const lost = `addEventListener('pointerdown', ({ target }) => {
    if (target.matches('button')) target.style.pointerEvents = 'none'
  })`
  const faults = await pressEverything(await open('', lost), byMouse)
  expect(faults).toContain('button “Approve” did not get the click, with the focus on nothing (mouse, 390 px)')
})

test('finds what lies under something else', async () => {
  const faults = await pressEverything(
    await open('ul { position: relative; } ul::after { content: ""; position: absolute; inset: 0; }'),
    byMouse,
  )
  expect(faults).toContainEqual(expect.stringMatching(/^a “First” cannot be pressed: under ul “/))
})

test('names what a late script moves in the window', async () => {
  const page = await open('')
  const faults = await movedBy(page, () =>
    page.evaluate(() => document.querySelector('li')?.style.setProperty('padding-block-start', '40px')),
  )
  expect(faults).toContain('button “Approve” moved by dx 0, dy 40 px')
})
