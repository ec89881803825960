import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Gallery, type Renderer, serveBuiltGallery, sideBySide } from './index.ts'

const renderers = ['preact', 'react'] as const
let galleries: Record<Renderer, Gallery>
let browser: Browser
beforeAll(async () => {
  const opened = await openBrowser()
  browser = opened
  galleries = { preact: await serveBuiltGallery('preact'), react: await serveBuiltGallery('react') }
})
afterAll(async () => {
  await browser?.close()
  for (const renderer of renderers) await galleries?.[renderer].close()
})

/** Every element of every screen with its size, as `div.siw-stack 318x40`, by the name of the screen. */
const drawn = (page: Page): Promise<Record<string, string[]>> =>
  page.locator('section').evaluateAll(sections => {
    const elementsIn = (root: Element | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap(element => [
        element,
        ...(element.shadowRoot === null ? [] : elementsIn(element.shadowRoot)),
      ])
    const describe = (element: Element): string => {
      const { width, height } = element.getBoundingClientRect()
      return `${element.localName}.${element.getAttribute('class')} ${Math.round(width)}x${Math.round(height)}`
    }
    return Object.fromEntries(
      sections.map(section => [
        section.id,
        elementsIn(section)
          .filter(({ localName }) => localName !== 'style')
          .map(describe),
      ]),
    )
  })

test.each([
  { theme: 'light', lang: 'en' },
  { theme: 'dark', lang: 'de', shadow: '' },
])('React draws every screen as Preact does: %j', async look => {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  // Both count down from the same time.
  await context.clock.setFixedTime('2026-11-22T09:30:00.000Z')
  const open = async (renderer: Renderer): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${galleries[renderer].origin}/?${new URLSearchParams(look)}`)
    await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length)
    return page
  }
  const [preact, react] = await Promise.all(renderers.map(open))
  if (preact === undefined || react === undefined) throw new Error('Two pages were opened.')
  await expect
    .poll(async () => {
      const [expected, found] = await Promise.all([drawn(preact), drawn(react)])
      return Object.entries(expected).filter(([name, elements]) => String(found[name]) !== String(elements))
    })
    .toEqual([])
})
