import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { axe, faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { version } from '@corroborate/server-kit/version'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildSiteIfChanged } from '../../app/build-if-changed.ts'
import { siteDist } from '../../app/dist.ts'
import { pages } from '../../app/pages.ts'
import {
  alive,
  holdScripts,
  openAlexAnswer,
  type Samples,
  sampleErrors,
  samplePapers,
  sampleReports,
  sampleSearches,
  serveSamples,
} from '../../testing/index.ts'
import { islandModulesOf, modulesOf, reactModulesOf, readManifest } from '../http/index.ts'
import { readingOrderFaults } from './testing/reading-order.ts'

let browser: Browser
let samples: Samples

beforeAll(async () => {
  await buildSiteIfChanged()
  browser = await openBrowser()
  samples = await serveSamples(siteDist)
})
afterAll(async () => {
  await samples?.stop()
  await browser?.close()
})
beforeEach(() => {
  samples.search.asked.length = 0
  samples.search.answer = () => ({ status: 200, body: JSON.stringify(openAlexAnswer()) })
  samples.vote.asked.length = 0
  samples.vote.failing = false
  samples.vote.slowMs = 0
})

/** A fresh tab; fails the test when a page in it reports an error or breaks the content security policy. */
const newTab = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  // Closing a tab during a view transition causes this error, which is harmless.
  page.on('pageerror', error => void (error.message.startsWith('Transition was') || problems.push(error.message)))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) problems.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  return page
}

/** The same, at a path, once everything there has been loaded. */
const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await newTab(options)
  await page.goto(samples.origin + path, { waitUntil: 'networkidle' })
  return page
}

describe('search suggestions', () => {
  const field = (page: Page) => page.getByRole('combobox')
  const options = (page: Page) => page.getByRole('option')

  test('suggestions appear while typing, and a click opens the paper', async () => {
    const page = await open('/')
    await field(page).pressSequentially('growth')
    await see(options(page)).toHaveCount(5)
    expect(samples.search.asked).toEqual(['growth'])
    await see(options(page).nth(1)).toContainText('Open Science Collaboration, A. A. Aarts, J. E. Anderson et al.')
    await see(field(page)).toHaveAttribute('aria-expanded', 'true')
    await options(page).first().click()
    await see(page).toHaveURL(`${samples.origin}/10.1257/aer.100.2.573`)
  })

  test('suggestions are navigable by keyboard', async () => {
    const page = await open('/')
    await field(page).fill('growth')
    await see(options(page)).toHaveCount(5)
    const active = () => page.locator('[aria-selected="true"]').allInnerTexts()
    await field(page).press('ArrowDown')
    expect((await active())[0]).toContain('Growth in a Time of Debt')
    await see(field(page)).toHaveAttribute('aria-activedescendant', 'suggestion-1')
    await field(page).press('End')
    await see(field(page)).toHaveAttribute('aria-activedescendant', 'suggestion-5')
    await field(page).press('ArrowDown')
    await see(field(page)).toHaveAttribute('aria-activedescendant', 'suggestion-1')
    await field(page).press('Escape')
    await see(options(page)).toHaveCount(0)
    await see(field(page)).toHaveValue('growth')
    await field(page).press('ArrowDown')
    await see(options(page)).toHaveCount(5)
    await field(page).press('ArrowUp')
    await field(page).press('Enter')
    await see(page).toHaveURL(`${samples.origin}/10.1000/script`)
    expect(samples.search.asked).toEqual(['growth'])
  })

  test('suggestions are announced to screen readers', async () => {
    const page = await open('/')
    await field(page).fill('growth')
    await see(page.getByRole('status').first()).toHaveText(/^5 papers found/)
    samples.search.answer = () => ({ status: 200, body: JSON.stringify(openAlexAnswer([])) })
    await field(page).fill('xyzzy')
    await see(page.getByText('No papers found. Try different keywords.')).toBeVisible()
  })

  test.each([
    [429, '{}', 'Too many requests. Please try again in a moment.'],
    [503, '{}', 'Search service is currently unavailable.'],
    [200, 'not JSON', 'Search error. Please try again.'],
  ])('suggestions show an error after %i %s', async (status, body, message) => {
    const page = await open('/')
    samples.search.answer = () => ({ status, body })
    await field(page).fill('growth')
    await see(page.getByText(message)).toBeVisible()
  })

  test('suggestions show an error when the search is unreachable', async () => {
    const page = await open('/')
    await page.route('**/search?*', route => route.abort())
    await field(page).fill('growth')
    await see(page.getByText('Error searching papers. Please try again.')).toBeVisible()
  })

  test('suggestions appear for input typed before the script loaded', async () => {
    const page = await open('/', { javaScriptEnabled: true })
    const release = await holdScripts(page, '**/assets/islands-*.js')
    await page.goto(samples.origin, { waitUntil: 'commit' })
    await field(page).pressSequentially('growth')
    release()
    await see(options(page)).toHaveCount(5)
  })
})

describe('header search', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search papers or paste a DOI' })
  const options = (page: Page) => page.getByRole('option')

  test('the header search loads on focus, suggests, and works again after Back', async () => {
    const page = await open('/paper/nothing-known')
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /earch/.test(name)).length)
    expect(await loaded()).toBe(0)
    await field(page).pressSequentially('growth')
    await see(options(page)).toHaveCount(5)
    expect(await loaded()).toBeGreaterThan(0)
    await field(page).press('ArrowDown')
    await field(page).press('Enter')
    await see(page).toHaveURL(`${samples.origin}/10.1257/aer.100.2.573`)
    await page.goBack()
    await see(page).toHaveURL(`${samples.origin}/paper/nothing-known`)
    await see(field(page)).toHaveValue('growth')
    await see(options(page)).toHaveCount(5)
    await field(page).fill('10.1038/NATURE12373')
    await see(page.getByText('DOI detected')).toBeVisible()
  })

  test('the header search immediately suggests for early input and keeps it', async () => {
    const page = await open('/paper/nothing-known')
    const release = await holdScripts(page, '**/assets/*earch*.js')
    await field(page).pressSequentially('growth')
    expect(samples.search.asked).toEqual([])
    release()
    await see(options(page)).toHaveCount(5)
    await see(field(page)).toHaveValue('growth')
    await see(field(page)).toBeFocused()
    expect(samples.search.asked).toEqual(['growth'])
  })

  test('the header search on the results page leaves the current query alone', async () => {
    const page = await open('/search?q=sleep')
    const box = page.getByRole('combobox')
    await box.focus()
    await box.press('End')
    await box.pressSequentially('less')
    await see(options(page)).toHaveCount(5)
    expect(samples.search.asked).toEqual(['sleepless'])
    await see(page).toHaveURL(`${samples.origin}/search?q=sleep`)
  })

  test('the header search is a form without JavaScript', async () => {
    const page = await open('/paper/nothing-known', { javaScriptEnabled: false })
    await field(page).fill('growth and debt')
    await field(page).press('Enter')
    await see(page).toHaveURL(`${samples.origin}/search?q=growth+and+debt`)
  })
})

describe('home page forms', () => {
  test('the search field detects a DOI and opens its page', async () => {
    const page = await open('/')
    await page.getByRole('combobox').fill('10.1038/NATURE12373')
    await see(page.getByText('DOI detected')).toBeVisible()
    await page.getByRole('combobox').press('Enter')
    await see(page).toHaveURL(`${samples.origin}/10.1038/nature12373`)
    expect(samples.search.asked).toEqual([])
  })

  test('the DOI field opens its paper, or reports an invalid DOI', async () => {
    const page = await open('/')
    const doi = page.getByLabel('or go straight to a DOI')
    await doi.fill('nonsense')
    await doi.press('Enter')
    await see(page.getByText('This is not a DOI. One looks like 10.1038/nature12373.')).toBeVisible()
    await see(doi).toBeFocused()
    await doi.fill('https://doi.org/10.1038/nature12373')
    await page.getByRole('button', { name: 'Open' }).click()
    await see(page).toHaveURL(`${samples.origin}/10.1038/nature12373`)
  })

  test('either button searches for other input', async () => {
    for (const button of ['Find paper', 'Open']) {
      const page = await open('/')
      await page.getByRole('combobox').fill('growth in a time of debt')
      await page.getByRole('button', { name: button }).click()
      await see(page).toHaveURL(`${samples.origin}/search?q=growth+in+a+time+of+debt`)
      await see(page.getByRole('heading', { level: 1 })).toHaveText('Papers for “growth in a time of debt”')
    }
  })

  test('empty forms do nothing', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Find paper' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    expect(page.url()).toBe(`${samples.origin}/`)
  })

  test('the home page forms work without JavaScript', async () => {
    const page = await open('/', { javaScriptEnabled: false })
    await page.getByLabel('Search papers').fill('growth')
    await page.getByRole('button', { name: 'Find paper' }).click()
    await see(page).toHaveURL(`${samples.origin}/search?q=growth`)
    await see(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
    await see(page.getByText('Papers without a mark')).toBeVisible()
    // Metadata of a right-to-left title is aligned with its start.
    const row = page.getByRole('listitem').filter({ hasText: 'عنوان' })
    const right = async (part: string): Promise<number> => {
      const box = await row.locator(part).boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    expect(await right('.status-mark')).toBe(await right('.found-title'))
  })
})

describe('sharing', () => {
  test('the share button copies the URL and confirms it for two seconds', async () => {
    const page = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('Share', { exact: true }).click()
    await see(page.getByText('Help us reproduce all ~100M scientific papers!')).toBeVisible()
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
    await page.getByRole('button', { name: 'Copy URL' }).click()
    await see(page.getByRole('button', { name: 'URL copied!' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${samples.origin}/`)
    await page.clock.runFor(1_900)
    await see(page.getByRole('button', { name: 'URL copied!' })).toBeVisible()
    await page.clock.runFor(200)
    await see(page.getByRole('button', { name: 'Copy URL' })).toBeVisible()
  })
})

describe('voting', () => {
  const up = (page: Page) => page.getByRole('button', { name: 'Reliable', exact: true })
  const down = (page: Page) => page.getByRole('button', { name: 'Not reliable' })
  /** Waits for hydration, before which a click submits the plain form, tested elsewhere. */
  const openLive = async (path: string): Promise<Page> => {
    const page = await open(path)
    await alive(page)
    return page
  }
  const kept = (page: Page, doi: string) =>
    page.evaluate(key => JSON.parse(sessionStorage.getItem(key) ?? 'null'), `kept:visitor:vote:${doi}`)

  test('a vote is acknowledged, counted, kept over a reload, and withdrawn by a second click', async () => {
    const page = await openLive('/paper/nothing-known')
    await see(page.getByText('Find this paper reliable?')).toBeVisible()
    await up(page).click()
    await see(page.getByText('Thanks!')).toBeVisible()
    await see(page.getByText('1 vote so far; a share is shown from 5.')).toBeVisible()
    await see(up(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await kept(page, '10.1000/example.1')).toEqual({
      at: expect.any(Number),
      upvoteSelected: true,
      downvoteSelected: false,
      labelText: 'Thanks!',
      labelHasThanks: true,
    })
    await page.reload()
    await see(page.getByText('Thanks!')).toBeVisible()
    await up(page).click()
    await see(page.getByText('Find this paper reliable?')).toBeVisible()
    await see(page.getByText('No votes yet. Yours would be the first.')).toBeVisible()
    await expect.poll(() => samples.vote.asked).toEqual(['upvote', 'upvote'])
  })

  test('a double click on a vote is one vote, and does not remove it', async () => {
    const page = await openLive('/paper/nothing-known')
    await up(page).dblclick()
    await see(page.getByText('Thanks!')).toBeVisible()
    await see(up(page)).toHaveAttribute('aria-pressed', 'true')
    // What follows would come after the call of a second click.
    await down(page).click()
    await expect.poll(() => samples.vote.asked).toEqual(['upvote', 'downvote'])
  })

  test('the vote bar updates as soon as the button is clicked', async () => {
    const page = await openLive('/paper/much-known')
    const bar = () => page.locator('.tally-bar .reliable').evaluate(piece => piece.getBoundingClientRect().width)
    const before = await bar()
    // Which is never answered.
    await page.route('**/vote', () => {})
    await down(page).click()
    await see(page.getByText('77% of 43 find it reliable.')).toBeVisible()
    await expect.poll(bar).toBeLessThan(before)
  })

  test('a failed vote is rolled back', async () => {
    const page = await openLive('/paper/retracted')
    samples.vote.failing = true
    const answer = Promise.withResolvers<void>()
    await page.route('**/vote*', async route => {
      await answer.promise
      await route.continue()
    })
    await up(page).click()
    await see(up(page)).toHaveAttribute('aria-pressed', 'true')
    await see(down(page)).toHaveAttribute('aria-pressed', 'false')
    answer.resolve()
    await see(down(page)).toHaveAttribute('aria-pressed', 'true')
    await see(up(page)).toHaveAttribute('aria-pressed', 'false')
    await see(page.getByText('1 reliable')).toBeVisible()
    expect(await kept(page, '10.1016/s0140-6736(97)11096-0')).toMatchObject({ downvoteSelected: true })
  })

  test('the last of many quick clicks wins', async () => {
    const page = await openLive('/paper/long-title')
    samples.vote.slowMs = 60
    const answers: number[] = []
    page.on('response', answer => answer.url().includes('/vote') && answers.push(answer.status()))
    for (const button of [up, down, up, up, down]) await button(page).click()
    await see(down(page)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => samples.vote.asked.at(-1)).toBe('downvote')
    await expect.poll(() => answers.length).toBe(samples.vote.asked.length)
    await page.reload()
    await see(down(page)).toHaveAttribute('aria-pressed', 'true')
    await see(page.getByText('0 reliable', { exact: true })).toBeVisible()
    await see(page.getByText('1 not reliable', { exact: true })).toBeVisible()
  })

  test('a vote works as a form without JavaScript', async () => {
    const page = await open('/paper/not-found', { javaScriptEnabled: false })
    await down(page).click()
    await see(page).toHaveURL(`${samples.origin}/paper/not-found`)
    await see(page.getByText('Thanks!')).toBeVisible()
    await see(page.getByText('1 not reliable')).toBeVisible()
  })
})

describe('paper page', () => {
  test.each([
    ['failed', '<a href="/about#sources">What is FORRT?</a>'],
    ['retracted', 'Votes don’t change the paper’s status.'],
    ['unavailable', 'Status unavailable: Crossref did not respond'],
  ])('the paper page explains its status in place: %s', async (name, words) => {
    const html = async (path: string) => (await fetch(samples.origin + path)).text()
    expect(await html(`/paper/${name}`)).toContain(words)
    expect(await html('/paper/nothing-known')).not.toContain(words)
    const about = await html('/about')
    expect(about).toContain('id="sources"')
    expect(about).toContain(`version ${version}`)
  })

  test('the paper page shows three authors and expands all without JavaScript', async () => {
    const page = await open('/paper/eighty-authors', { javaScriptEnabled: false })
    await see(page.getByText('A. B. Surname80')).toBeHidden()
    await page.getByText('et al.').click()
    await see(page.getByText('A. B. Surname80')).toBeVisible()
  })

  test('each timeline mark links to its description', async () => {
    const page = await open('/paper/much-known')
    const marks = page.locator('.strip-mark')
    await see(marks).toHaveCount(8)
    await page.getByRole('link', { name: '2025: Replicated. A large preregistered replication' }).click()
    await see(page.locator(':target')).toContainText('A large preregistered replication across eleven countries')
  })

  test('the paper page shows each community report once, after published evidence', async () => {
    const page = await open('/paper/much-known')
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(headings.indexOf('Community reports')).toBeGreaterThan(headings.indexOf('Evidence'))
    await see(page.getByText('A reproduction report by Grace Hopper')).toHaveCount(1)
    await see(page.getByText('not counted')).toHaveCount(1)
    await see(page.locator('.strip-mark')).toHaveCount(8)
  })

  test('the paper page links to its citation in three formats', async () => {
    const page = await open('/paper/nothing-known')
    await page.getByText('Cite', { exact: true }).click()
    for (const name of ['BibTeX', 'RIS', 'CSL-JSON']) await see(page.getByRole('link', { name })).toBeVisible()
  })
})

describe('report page', () => {
  test.each([
    ['full', ['Partly reproduced: 1 of 2 results differs', 'Method', 'Material', 'About this report', 'Fingerprint']],
    ['bare', ['Reproduced', 'Method', 'Material', 'About this report']],
  ])(
    'the report page starts with paper and result, and has a fingerprint only for files: %s',
    async (name, headings) => {
      const page = await open(`/report/${name}`)
      await see(page.getByRole('heading', { level: 1 })).toHaveText('Growth in a Time of Debt')
      expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(headings)
      const hasFingerprint = headings.includes('Fingerprint')
      await see(page.getByText('Is this the same file?')).toHaveCount(hasFingerprint ? 1 : 0)
      expect(/[\da-f]{64}/.test(await page.locator('main').innerText())).toBe(hasFingerprint)
    },
  )
})

describe('print styles', () => {
  test.each(['/paper/much-known', '/paper/retracted', '/report/full', '/books'])(
    '%s prints without navigation or buttons and with expanded sections',
    async path => {
      const page = await open(path)
      await page.emulateMedia({ media: 'print' })
      for (const part of ['.site-header', '.site-footer', 'main nav', 'main button', 'main input'])
        expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0)
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('main details > :not(summary)')].filter(
              part =>
                part.closest('.paper-side, .sheet-tools') === null &&
                !part.checkVisibility({ contentVisibilityAuto: true }),
            ).length,
        ),
      ).toBe(0)
      await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  )

  test('a printed link shows its URL unless its text contains it', async () => {
    const page = await open('/paper/much-known')
    await page.emulateMedia({ media: 'print' })
    const after = await page
      .getByRole('link', { name: 'Notice' })
      .first()
      .evaluate(link => getComputedStyle(link, '::after').content)
    expect(after).toContain('https://doi.org/')
  })
})

describe('every page', () => {
  const weight = async (files: readonly string[]): Promise<number> => {
    const texts = await Promise.all(files.map(file => readFile(join(siteDist, 'client', file))))
    return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).byteLength, 0)
  }

  test.each(pages.map(page => [page.name, page] as const))(
    'every page keeps its script budgets: %s',
    async (_, page) => {
      const manifest = await readManifest(siteDist)
      expect(await weight(modulesOf(manifest, page))).toBeLessThanOrEqual(page.scriptBudget)
      expect(await weight(islandModulesOf(manifest, page))).toBeLessThanOrEqual(page.islandBudget ?? 0)
    },
  )

  test('every page starts without React, which has its own budget', async () => {
    const manifest = await readManifest(siteDist)
    const react = reactModulesOf(manifest)
    expect(pages.filter(page => modulesOf(manifest, page).some(file => file.includes('/react-')))).toEqual([])
    expect(await weight(react)).toBeGreaterThan(40_000)
    expect(await weight(react)).toBeLessThanOrEqual(70_000)
  })

  const paths = [
    '/',
    '/status',
    '/about',
    '/api',
    '/privacy',
    '/whole/eighty-authors/authors',
    '/whole/much-known/known',
    '/recent',
    '/wanted',
    '/moderation',
    '/books',
    ...Object.keys(sampleSearches).map(name => `/results/${name}`),
    ...Object.keys(samplePapers).map(name => `/paper/${name}`),
    ...Object.keys(sampleReports).map(name => `/report/${name}`),
    ...sampleErrors.filter(({ status }) => status === 404 || status === 500).map(({ status }) => `/error/${status}`),
  ]

  test('lists contain only their items', async () => {
    const page = await open('/')
    for (const path of paths) {
      await page.goto(samples.origin + path)
      const strays = await page.evaluate(() =>
        [...document.querySelectorAll(':is(ol, ul, menu) > :not(li, script, template)')].map(
          ({ outerHTML }) => outerHTML,
        ),
      )
      expect(strays, path).toEqual([])
    }
  })

  test.each([390, 1280])('visual, keyboard and screen reader order agree: %i px', async width => {
    const page = await open('/', { viewport: { width, height: 800 } })
    for (const path of paths) {
      await page.goto(samples.origin + path)
      expect([path, await readingOrderFaults(page)]).toEqual([path, []])
      const css = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(element => {
            const { order, flexDirection, flexWrap } = getComputedStyle(element)
            return order !== '0' || flexDirection.endsWith('-reverse') || flexWrap.endsWith('-reverse')
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      )
      expect([path, css], 'no order other than that of the markup').toEqual([path, []])
    }
  })

  test('on a phone the vote follows the title, and evidence precedes actions', async () => {
    const page = await open('/paper/much-known', { viewport: { width: 390, height: 844 } })
    const tops = await page.evaluate(() =>
      ['.paper-head h1', '.paper-vote', '.paper-record', '#known', '.paper-side'].map(
        part => document.querySelector(part)?.getBoundingClientRect().top ?? Number.NaN,
      ),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test.each([390, 1280, 1600])('header, content and footer share a left edge: %i px', async width => {
    const page = await open('/', { viewport: { width, height: 800 } })
    for (const path of paths) {
      await page.goto(samples.origin + path)
      const lefts = await page.evaluate(() =>
        ['.mark', 'main :is(.sheet, h1)', '.site-footer p'].map(
          part => document.querySelector(part)?.getBoundingClientRect().left,
        ),
      )
      expect([path, ...new Set(lefts)]).toHaveLength(2)
    }
  })

  test('dates have one format, and no text is larger than its heading', async () => {
    const page = await open('/')
    for (const path of paths) {
      await page.goto(samples.origin + path)
      const seen = await page.evaluate(() => {
        const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
        const main = document.querySelector('main') ?? document.body
        const texts = [...main.querySelectorAll('*')].filter(
          element => element.matches(':not(h1, h1 *, pre, pre *, code, script)') && element.checkVisibility(),
        )
        const own = (element: Element) =>
          [...element.childNodes].flatMap(({ nodeType, textContent }) => (nodeType === 3 ? [textContent] : [])).join('')
        const heading = document.querySelector('main h1')
        return {
          dates: texts.flatMap(element =>
            [
              ...own(element).matchAll(
                /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}\b/g,
              ),
            ].map(([date]) => date),
          ),
          larger: texts
            .filter(element => heading !== null && own(element).trim() !== '' && size(element) > size(heading))
            .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        }
      })
      expect([path, seen]).toEqual([path, { dates: [], larger: [] }])
    }
  })

  test('pages use their own fonts on the first visit', async () => {
    const page = await open('/paper/much-known')
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready
      return ['600 20px "Source Serif 4"', '400 16px Inter'].map(font => document.fonts.check(font))
    })
    expect(loaded).toEqual([true, true])
    expect(await page.locator('link[rel="preload"][as="font"]').count()).toBe(2)
    const display = await page.evaluate(() => [...document.fonts].map(({ display }) => display))
    expect(display).not.toContain('optional')
  })

  test.each(paths)(
    'every page is accessible and fits in light, dark, phone, desktop and at 200% text: %s',
    async path => {
      const page = await newTab({ bypassCSP: true })
      await page.goto(samples.origin + path)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      const faults = await faultsInEveryLook(page)
      await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }))
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) faults.push(`${overflow} px too wide for ${width} px with text of twice the size`)
      }
      expect(faults).toEqual([])
    },
  )

  test.each(['results', 'none', 'failed'] as const)(
    'the page is accessible with suggestions showing %s',
    async state => {
      const page = await open('/', { bypassCSP: true })
      if (state === 'none') samples.search.answer = () => ({ status: 200, body: JSON.stringify(openAlexAnswer([])) })
      if (state === 'failed') samples.search.answer = () => ({ status: 503, body: '' })
      await page.getByRole('combobox').fill('growth')
      await see(page.locator('.dropdown')).toHaveAttribute('data-open', 'true')
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      await page.getByRole('combobox').press('ArrowDown')
      const { violations } = await axe(page)
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    },
  )

  test('pages load without layout shift', async () => {
    const page = await open('/', { viewport: { width: 390, height: 780 } })
    for (const path of ['/', '/paper/much-known', '/paper/long-title']) {
      await page.goto(samples.origin + path, { waitUntil: 'networkidle' })
      await alive(page)
      const shift = await page.evaluate(async () => {
        let sum = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value
        }
        const observer = new PerformanceObserver(list => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        await document.fonts.ready
        // The second frame starts after the first one's rendering and loading are reported.
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
        add(observer.takeRecords())
        return sum
      })
      expect(shift).toBeLessThan(0.01)
    }
  })
})
