import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type RunningSite, runSite } from '../../testing/index.ts'

// The script as other people's pages load it, from a site that runs, into pages of another origin under a strict policy.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-embed-'))
/** From the starter corpus: a retracted paper, and one without a status. */
const retracted = '10.1016/s0140-6736(97)11096-0'
const unknown = '10.5555/12345678'
let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await runSite(dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens a third-party page with this body. Returns its requests to the site and the browser's errors. */
const openPage = async (body: string, { colorScheme = 'light' as 'light' | 'dark', mark = true } = {}) => {
  const policy = `default-src 'none'; script-src ${site.origin}; connect-src ${site.origin}; require-trusted-types-for 'script'; trusted-types 'none'`
  const script = `<script type="module" src="${site.origin}/embed.js"${mark ? ' data-mark="dois"' : ''}></script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    response.end(
      `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Somebody else’s page</title>${script}<main><h1>References</h1>${body}</main></html>`,
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext({ colorScheme })
  const page = await context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    if (request.url().startsWith(site.origin)) asked.push(request.url().slice(site.origin.length))
  })
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  onTestFinished(async () => {
    await context.close()
    server.close()
    server.closeAllConnections()
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, asked, complaints }
}

const badges = (page: Page) => page.locator('corroborate-badge')
const links = (page: Page) => page.locator('corroborate-badge a')

describe('badge on a third-party page', () => {
  test('the badge shows the status and links to the paper without revealing which paper is read', async () => {
    const { page, asked, complaints } = await openPage(`<corroborate-badge doi="${retracted}"></corroborate-badge>`)
    await see(links(page)).toHaveText('Retracted 2010')
    await see(links(page)).toHaveAttribute('href', `${site.origin}/${retracted}`)
    expect(asked).toEqual(['/embed.js', '/api/v1/ranges', expect.stringMatching(/^\/api\/v1\/ranges\/[\da-f]{1,7}$/)])
    expect(complaints).toEqual([])
  })

  test.each([
    ['a paper of which nothing is known', unknown],
    ['what is no DOI', 'nonsense'],
    ['nothing', ''],
  ])('the badge is empty for %s', async (_, doi) => {
    const { page, complaints } = await openPage(
      `<corroborate-badge doi="${doi}"></corroborate-badge><corroborate-badge doi="${retracted}"></corroborate-badge>`,
    )
    await see(links(page)).toHaveText(['Retracted 2010'])
    await see(badges(page).first()).toBeHidden()
    expect(complaints).toEqual([])
  })

  test('the badge updates when its DOI changes', async () => {
    const { page } = await openPage(`<corroborate-badge doi="${unknown}"></corroborate-badge>`)
    await badges(page).evaluate((badge, doi) => badge.setAttribute('doi', doi), `https://doi.org/${retracted}`)
    await see(links(page)).toHaveText('Retracted 2010')
    await badges(page).evaluate((badge, doi) => badge.setAttribute('doi', doi), unknown)
    await see(badges(page)).toBeHidden()
  })

  test.each(['light', 'dark'] as const)('the badge is readable on a %s page', async colorScheme => {
    const { page } = await openPage(`<corroborate-badge doi="${retracted}"></corroborate-badge>`, { colorScheme })
    await links(page).waitFor()
    const ground = await links(page).evaluate(link => getComputedStyle(link).backgroundColor)
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 31, 38)')
  })

  test('the badge is accessible', async () => {
    const { page } = await openPage(`<p>A paper <corroborate-badge doi="${retracted}"></corroborate-badge></p>`)
    await links(page).waitFor()
    expect((await axe(page)).violations).toEqual([])
  })
})

describe('page with automatic badges', () => {
  test('every known DOI gets one badge, in links and in text', async () => {
    const { page, complaints } = await openPage(`
      <p id="link"><a href="https://doi.org/${encodeURI(retracted)}">The paper</a></p>
      <p id="text">See 10.1016/S0140-6736(97)11096-0, and ${unknown}.</p>
      <p id="both"><a href="https://doi.org/${encodeURI(retracted)}">https://doi.org/${retracted}</a></p>
      <pre>${retracted}</pre><p><code>${retracted}</code></p>`)
    await see(links(page)).toHaveText(['Retracted 2010', 'Retracted 2010', 'Retracted 2010'])
    await see(page.locator('#text')).toHaveText(
      'See 10.1016/S0140-6736(97)11096-0Retracted 2010, and 10.5555/12345678.',
    )
    await see(page.locator('#both corroborate-badge')).toHaveCount(1)
    await see(page.locator(':is(pre, code) corroborate-badge')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('content added later gets badges', async () => {
    const { page } = await openPage('<ol></ol>')
    await page.locator('ol').evaluate((list, doi) => {
      const item = document.createElement('li')
      item.textContent = `Added later: doi:${doi}`
      list.append(item)
    }, retracted)
    await see(page.locator('li corroborate-badge a')).toHaveText('Retracted 2010')
    await see(badges(page)).toHaveCount(1)
  })

  test('a page that does not opt in is left alone', async () => {
    const { page } = await openPage(`<p>${retracted}</p><corroborate-badge doi="${retracted}"></corroborate-badge>`, {
      mark: false,
    })
    await links(page).waitFor()
    await see(badges(page)).toHaveCount(1)
  })

  test('no badge appears while the site is unreachable', async () => {
    const { page } = await openPage('<ol></ol>')
    await page.route('**/api/v1/ranges', route => route.fulfill({ status: 503 }))
    const answered = page.waitForResponse('**/api/v1/ranges')
    await page.locator('ol').evaluate((list, doi) => {
      list.append(Object.assign(document.createElement('li'), { textContent: doi }))
    }, retracted)
    await answered
    await see(badges(page)).toBeHidden()
  })
})
