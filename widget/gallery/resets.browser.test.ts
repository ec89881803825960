import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { compile } from 'tailwindcss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gallery, serveBuiltGallery, sideBySide } from './index.ts'

let gallery: Gallery
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([serveBuiltGallery(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await gallery?.close()
})

const { resolve } = createRequire(import.meta.url)
const read = (file: string): string => readFileSync(resolve(file), 'utf8')
const preflight = (await compile(read('tailwindcss/preflight.css'))).build([])

/** Common reset style sheets, and typical page rules. */
const sheets: Readonly<Record<string, string>> = {
  'Tailwind’s preflight': preflight,
  'Tailwind’s preflight, in its layer': `@layer base { ${preflight} }`,
  'Bootstrap’s reboot': read('bootstrap/dist/css/bootstrap-reboot.css'),
  'the whole of Bootstrap': read('bootstrap/dist/css/bootstrap.css'),
  'rules for everything': `
    html { font-size: 62.5%; line-height: 2; text-align: right }
    body { font: italic 20px/2 fantasy; color: red; letter-spacing: 3px }
    .place > div, .place > div *, .place > div *::before, .place > div *::after {
      box-sizing: content-box; margin: 5px; padding: 7px; border: 3px dotted red; border-radius: 9px; outline: 2px solid red;
      background: yellow; color: red; font: italic 900 30px/3 fantasy; letter-spacing: 3px; word-spacing: 9px;
      text-transform: uppercase; text-indent: 4px; text-shadow: 1px 1px red; text-align: right; text-decoration: overline;
      min-width: 50px; max-width: 90px; min-height: 60px; vertical-align: top; list-style: square; white-space: nowrap;
      box-shadow: 0 0 4px red; transition: all 1s; opacity: .9; transform: rotate(1deg); filter: blur(1px); float: left;
      cursor: crosshair; user-select: none; animation: none; flex: 1; gap: 40px; align-self: end; order: 3;
    }
    /* They are not looked at, and to take back their thousands of transitions takes longer than everything else. */
    .place > div :is(svg *, option) { transition: none }`,
  'rules for fields and buttons': `
    button, input, select, a, label, h2, h3, p, svg, img { width: 300px; height: 90px; display: inline-block; position: static }
    form button, form input:not([type=checkbox]):not([type=radio]):not([type=submit]) { border-radius: 20px; height: 90px }
    #gallery button, #gallery input, #gallery h2, #gallery div div { margin: 30px; padding: 20px; appearance: auto }
    a:not([class=x]) { color: green; text-decoration: line-through }
    button[type=button], input[type=email], [role=tab] { font-size: 9px; text-transform: capitalize }
    input::placeholder { letter-spacing: 9px; opacity: .2; color: green }`,
}

/**
 * Captures every element of every widget: its box and all computed styles, including pseudo-elements. Excludes the inside of icons, which
 * is drawn by attributes, and options, which the system draws.
 */
const look = (page: Page): Promise<{ count: number; differences: string[] }> =>
  page.evaluate(() => {
    /** `parts` has the values of `names` in order; null for missing pseudo-elements. */
    type Drawn = { element: string; box: string; parts: (string[] | null)[] }
    const store = window as unknown as { names?: string[]; plain?: Drawn[] }
    const parts = ['', '::before', '::after', '::placeholder']
    const containers = [...document.querySelectorAll('.place > div, .place > p ~ div')]
    const widgets = containers.flatMap(container => [...(container.shadowRoot ?? container).querySelectorAll('.siw')])
    const elementsOf = (widget: Element) =>
      [widget, ...widget.querySelectorAll('*')].filter(element => !element.matches('svg *, option'))
    for (const animation of widgets.flatMap(widget => widget.getAnimations({ subtree: true }))) animation.cancel()
    // The page's own variables are not part of how the widget looks. To list the names takes as long as to read the values.
    store.names ??= [...new Set(widgets.flatMap(elementsOf).flatMap(element => [...getComputedStyle(element)]))].filter(
      name => !name.startsWith('--') || name.startsWith('--siw'),
    )
    const { names } = store

    const draw = (frame: DOMRect, element: Element): Drawn => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = [x - frame.x, y - frame.y, width, height].map(length => length.toFixed(2)).join(' ')
      return {
        element: `${element.localName}.${element.getAttribute('class')}`,
        box: element.getClientRects().length === 0 ? 'none' : box,
        parts: parts.map(part => {
          if (part === '::placeholder' && !element.matches('input')) return null
          const style = getComputedStyle(element, part)
          if ((part === '::before' || part === '::after') && style.content === 'none') return null
          return names.map(name => style.getPropertyValue(name))
        }),
      }
    }
    const found = widgets.flatMap(widget => {
      const frame = widget.getBoundingClientRect()
      return elementsOf(widget).map(element => draw(frame, element))
    })
    store.plain ??= found
    const { plain } = store

    const differences = found.flatMap(({ element, box, parts: now }, place) => {
      const before = plain[place]
      const moved = before?.box === box ? [] : [`${element}: ${before?.box} → ${box}`]
      const redrawn = parts.flatMap((part, index) => {
        const [was, is] = [before?.parts[index], now[index]]
        if (!was !== !is) return [`${element}${part} ${was ? 'is gone' : 'is new'}`]
        return names.flatMap((name, at) =>
          was?.[at] === is?.[at] ? [] : [`${element}${part} ${name}: ${was?.[at]} → ${is?.[at]}`],
        )
      })
      return [...moved, ...redrawn]
    })
    if (plain.length !== found.length) differences.push(`${plain.length} elements → ${found.length}`)
    return { count: found.length, differences: [...new Set(differences)].slice(0, 40) }
  })

describe.each([
  { tree: 'light', direction: 'ltr' },
  { tree: 'light', direction: 'rtl' },
  { tree: 'shadow', direction: 'ltr' },
])('every screen, in a $tree tree, $direction', ({ tree, direction }) => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 1000, height: 900 } })
    await page.clock.install()
    await page.goto(`${gallery.origin}/?theme=light&lang=en${tree === 'shadow' ? '&shadow' : ''}`)
    await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length)
    // Shows delayed responses and loading indicators, then stops the clock.
    await page.clock.runFor(10_000)
    await see(page.locator('.siw-one-tap[aria-busy=true]')).toHaveCount(0, { timeout: 30_000 })
    await page.evaluate(dir => {
      document.documentElement.dir = dir
      // Fixed widths, which no sheet changes, since the form is as wide as its place.
      for (const place of document.querySelectorAll('.place'))
        place.setAttribute('style', 'all: initial !important; display: block !important; width: 600px !important')
    }, direction)
    const { count } = await look(page)
    expect(count).toBeGreaterThan(300)
  })
  afterAll(() => page?.close())

  test.each(Object.keys(sheets))('the screen looks the same next to %s', async name => {
    const style = await page.addStyleTag({ content: sheets[name] ?? '' })
    const { differences } = await look(page)
    await style.evaluate(element => (element as Element).remove())
    expect(differences).toEqual([])
  })

  test('the comparison is sensitive enough to detect a difference', async () => {
    const turn = (to: string) => page.evaluate(dir => Object.assign(document.documentElement, { dir }), to)
    await turn(direction === 'ltr' ? 'rtl' : 'ltr')
    const { differences } = await look(page)
    await turn(direction)
    expect(differences).not.toEqual([])
  })
})
