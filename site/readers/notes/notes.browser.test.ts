import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alive, holdScripts, openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

// Notes and moderation on the running product.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-notes-'))
const identityCli = fileURLToPath(new URL('../../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const words = 'The link to the data of Study 1 is dead; a copy is at https://osf.io/abc12. See also 10.1038/171737a0.'
let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct(dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const newPage = (options?: BrowserContextOptions) => openReaderPage(browser, product, options)
const form = (page: Page) => page.locator('#note-form')
const alert = (page: Page) => form(page).getByRole('alert')
const fill = async (page: Page, author: string, content: string): Promise<void> => {
  await form(page).getByLabel('Your name').fill(author)
  await form(page).getByLabel('Your note').fill(content)
}
const send = (page: Page) => form(page).getByRole('button', { name: 'Send note' }).click()

/** A browser that is signed in; `moderates` gives the account the role, as an operator does. */
const signedIn = async (
  email: string,
  { moderates = false, ...options }: BrowserContextOptions & { moderates?: boolean } = {},
) => {
  const { token } = await product.newSession(email)
  const command = ['user', 'role', 'add', email, 'moderator']
  if (moderates) await runCommand(identityCli, command, { DATA_DIR: dataDir })
  const page = await newPage(options)
  await page.context().addCookies([{ name: 'corroborate_session', value: `${token}.`, url: product.origin }])
  return page
}

test('on the narrowest screen the header fits one line with the account and moderation queue', async () => {
  const mo = await signedIn('somebody.with.a.very.long.name@example.org', {
    moderates: true,
    viewport: { width: 320, height: 640 },
  })
  await mo.goto(paper)
  const top = async (selector: string) => (await mo.locator(selector).boundingBox())?.y ?? 0
  expect(Math.abs((await top('#logged-in-as')) - (await top('#login-link')))).toBeLessThan(20)
  expect(await mo.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await see(mo.locator('#dashboard-link')).toBeVisible()
  await mo.locator('#moderate-link').click()
  await see(mo.locator('body')).toHaveAttribute('data-page', 'moderate')
  const reader = await signedIn('reader@example.org')
  await reader.goto(paper)
  await see(reader.locator('#login-link')).toHaveText('Log out')
  await see(reader.locator('#moderate-link')).toHaveCount(0)
})

test('on a phone the status comes first, then title, vote and evidence', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.goto('/10.1037/a0021524')
  await alive(page)
  const parts = ['.verdict', 'h1', '.vote', '#known', '#watch', '#bounty', '.claim-card', '.paper-tools', '.notes']
  const tops = await page.evaluate(
    parts => parts.map(part => document.querySelector(part)?.getBoundingClientRect().top ?? Number.NaN),
    parts,
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  // The evidence starts on the second screen at the latest.
  expect(tops[3]).toBeLessThan(2 * 844)
  expect(tops[4]).toBeGreaterThan(tops[3] ?? 0)
})

test('the dashboard is one click away at every width', async () => {
  const page = await signedIn('dashes@example.org')
  for (const width of [320, 390, 540, 719, 720, 899, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(paper)
    await see(page.locator('#dashboard-link')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)
  }
  await page.locator('#dashboard-link').click()
  await see(page.locator('body')).toHaveAttribute('data-page', 'dashboard')
})

describe('writing a note', () => {
  test('input typed before the script loads takes precedence over the stored draft', async () => {
    const page = await newPage()
    const isKept = (text: string) => page.waitForFunction(words => JSON.stringify(localStorage).includes(words), text)
    await page.goto(paper)
    await alive(page)
    await fill(page, 'Ada Reader', 'First words.')
    await isKept('First words.')
    const release = await holdScripts(page)
    await page.goto(paper, { waitUntil: 'commit' })
    await form(page).getByLabel('Your note').fill('Second words.')
    release()
    await isKept('Second words.')
    await see(form(page).getByLabel('Your note')).toHaveValue('Second words.')
    await see(form(page).getByLabel('Your name')).toHaveValue('Ada Reader')
  })

  test('a moderator approves a note by keyboard while another views it, and everyone sees it', async () => {
    const ada = await newPage({ viewport: { width: 390, height: 844 } })
    await ada.goto(paper)
    await send(ada)
    await see(alert(ada)).toHaveText('Please fill in all fields')
    await see(form(ada).getByLabel('Your name')).toBeFocused()
    await fill(ada, 'Ada Reader', words)
    await ada.reload()
    await see(form(ada).getByLabel('Your note')).toHaveValue(words)
    await ada.route('**/comment', route => route.abort())
    await send(ada)
    await see(alert(ada)).toContainText('Error submitting comment')
    await ada.unroute('**/comment')
    await send(ada)
    await see(ada.getByText('Pending review. Only you can see it.')).toBeVisible()
    await see(form(ada).getByLabel('Your note')).toHaveValue('')
    expect((await axe(ada)).violations).toEqual([])

    const mo = await signedIn('mo@example.org', { moderates: true })
    const other = await signedIn('other@example.org', { moderates: true })
    for (const moderator of [mo, other]) await moderator.goto('/moderate')
    await see(mo.locator('body')).toHaveAttribute('data-page', 'moderate')
    await see(mo.getByText('No audit reports pending moderation.')).toBeVisible()
    const entry = mo.locator('[id^="comment-"]').first()
    await see(entry).toContainText('Ada Reader, name not checked')
    await see(entry).toContainText('1 link')
    await see(entry.getByRole('link', { name: 'https://osf.io/abc12' })).toHaveAttribute('rel', /nofollow/)
    await see(entry.getByRole('link', { name: '10.1038/171737a0' })).toHaveAttribute('href', '/10.1038/171737a0')
    expect((await axe(mo)).violations).toEqual([])
    await entry.focus()
    await mo.keyboard.press('a')
    await see(entry.getByText('Approved.')).toBeVisible()
    await mo.keyboard.press('u')
    await see(entry.getByRole('button', { name: 'Approve' })).toBeVisible()
    await entry.focus()
    await mo.keyboard.press('a')
    await see(entry.getByText('Approved.')).toBeVisible()

    const theirs = other.locator('[id^="comment-"]').first()
    await other.route('**/moderate/comment/*', route => route.abort())
    await theirs.getByRole('button', { name: 'Spam', exact: true }).click()
    await see(other.getByText(/Error moderating comment\. No response from the server/)).toBeVisible()
    await other.unroute('**/moderate/comment/*')
    // A rejection requires a reason; a late moderator sees the other decision, and the entry is removed.
    const notes = other.getByRole('navigation', { name: 'Pending' }).getByRole('link', { name: /^Notes/ })
    await see(notes).toHaveText('Notes 1')
    await theirs.getByRole('button', { name: 'Reject' }).click()
    await see(theirs.getByRole('combobox', { name: 'Reason' })).toBeFocused()
    await theirs.getByRole('combobox', { name: 'Reason' }).selectOption('no-source')
    await theirs.getByRole('button', { name: 'Reject' }).click()
    await see(theirs.getByRole('status')).toHaveText(/^This note has changed since you looked: .+ approved it\.$/)
    await see(theirs.getByRole('button', { name: 'Approve' })).toBeHidden()
    await see(notes).toHaveText('Notes 0')

    const bob = await newPage()
    await bob.goto(paper)
    await see(bob.locator('.note').filter({ hasText: 'Ada Reader' })).toContainText('name not checked')
    await see(bob.getByText('The link to the data of Study 1')).toHaveCount(1)
    await bob.getByRole('link', { name: 'Reply' }).click()
    await see(form(bob).getByRole('heading', { name: 'Reply to Ada Reader' })).toBeVisible()
    expect((await axe(bob)).violations).toEqual([])
    // A word that is wider than a phone.
    await fill(bob, 'B'.repeat(90), 'The copy works, thank you.')
    await send(bob)
    await see(bob.getByText('Pending review. Only you can see it.')).toBeVisible()
    expect(new URL(bob.url()).pathname).toBe(paper)

    await mo.goto('/moderate')
    const reply = mo.locator('[id^="comment-"]').first()
    await reply.getByRole('combobox', { name: 'Reason' }).selectOption('duplicate')
    await reply.getByRole('button', { name: 'Reject' }).click()
    await see(mo.getByText('Rejected.')).toBeVisible()
    await mo.getByRole('link', { name: 'Decisions' }).click()
    await see(mo.locator('.decision').first()).toContainText('Rejected by a moderator')
    expect((await axe(mo)).violations).toEqual([])
    await mo.setViewportSize({ width: 320, height: 640 })
    expect(await mo.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await mo.goto('/moderation')
    await see(mo.locator('body')).toHaveAttribute('data-page', 'moderation')
    expect((await axe(mo)).violations).toEqual([])
  })

  test('notes work without JavaScript: missing fields, rejection with reason, edit, and moderation', async () => {
    const ada = await newPage({ javaScriptEnabled: false })
    await ada.goto(paper)
    await form(ada).getByLabel('Your note').fill('All that I typed.')
    await send(ada)
    await see(ada.locator('body')).toHaveAttribute('data-page', 'notes')
    await see(alert(ada)).toHaveText('Please fill in all fields')
    await see(form(ada).getByLabel('Your note')).toHaveValue('All that I typed.')
    await form(ada).getByLabel('Your name').fill('Ada Plain')
    await send(ada)
    await see(ada.getByText('Pending review. Only you can see it.')).toBeVisible()
    expect(new URL(ada.url()).pathname).toBe(paper)

    const mo = await signedIn('mo2@example.org', { moderates: true, javaScriptEnabled: false })
    await mo.goto('/moderate')
    const entry = mo.locator('.entry').filter({ hasText: 'Ada Plain' })
    await entry.getByText('More', { exact: true }).click()
    await entry.getByLabel('Reason').selectOption('no-source')
    await entry.getByLabel('Message to the author').fill(`Where did you find ${'W'.repeat(90)}?`)
    await entry.getByRole('button', { name: 'Reject' }).click()
    await see(mo.locator('.moderate-notice')).toContainText('Rejected.')
    await mo.locator('.moderate-notice').getByRole('button', { name: 'Undo' }).click()
    await see(mo.locator('.moderate-notice')).toContainText('Back in the queue.')
    await entry.getByLabel('Reason').selectOption('no-source')
    await entry.getByRole('button', { name: 'Reject' }).click()
    await see(mo.locator('.moderate-notice')).toContainText('Rejected.')

    await ada.reload()
    await see(ada.getByText('Refused. Only you can see it.')).toBeVisible()
    await ada.setViewportSize({ width: 320, height: 640 })
    expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await ada.getByRole('link', { name: 'Edit' }).click()
    await form(ada).getByLabel('Your note').fill('At https://osf.io/xyz, in the folder Data.')
    await form(ada).getByRole('button', { name: 'Save changes' }).click()
    await see(ada.getByText('Pending review. Only you can see it.')).toBeVisible()
    await ada.getByRole('button', { name: 'Withdraw' }).click()
    await see(ada.getByText('Only you can see it.')).toHaveCount(0)
  })
})

test('a user without the role gets an error instead of the queue', async () => {
  const visitor = await newPage()
  await visitor.goto('/moderate')
  await see(visitor.getByText('This page requires a moderator account.')).toBeVisible()
  const reader = await signedIn('reader@example.org')
  await reader.goto('/moderate')
  await see(reader.getByText('Only moderators can see this.', { exact: false })).toBeVisible()
})

test('a note close to the rate limit is resubmitted with a proof of work, invisibly to the author', async () => {
  const page = await newPage()
  await page.goto('/10.1038/171737a0')
  await fill(page, 'Ada Reader', 'One of many notes from this network.')
  const proofs: (string | null)[] = []
  await page.route('**/comment', async route => {
    proofs.push(await route.request().headerValue('proof-of-work'))
    if (proofs.length > 1) return route.continue()
    const headers = { 'content-type': 'application/json', 'proof-of-work': '/proof-of-work' }
    return route.fulfill({ status: 403, headers, body: '{"error":"Work first."}' })
  })
  await send(page)
  await see(page.getByText('One of many notes from this network.')).toBeVisible()
  expect(proofs[0]).toBeNull()
  expect(JSON.parse(Buffer.from(proofs[1] ?? '', 'base64').toString())).toMatchObject({
    challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' } },
    solution: { derivedKey: expect.stringMatching(/^00/) },
  })
})

describe('moderation queue', () => {
  const pageHeight = 844
  const post = async (nth: number, content: string) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify({ author: `Reader ${nth}`, content })
    const answer = await fetch(`${product.origin}/10.1037/a0021524/comment`, { method: 'POST', headers, body })
    expect(answer.ok, await answer.text()).toBe(true)
  }

  test.each([390, 1280])(
    'the queue shows full text, on a phone from the top third of the screen: %i px',
    async width => {
      const content = 'What Table 2 counts does not add up to what the abstract says. '
      for (const nth of Array(4).keys()) await post(nth, `${width} ${nth}. ${content.repeat(12).trim()}`)
      await post(4, `${width} long. ${content.repeat(40).trim()}`)
      const page = await signedIn(`glances${width}@example.org`, {
        moderates: true,
        viewport: { width, height: pageHeight },
      })
      await page.goto('/moderate')
      const entries = page.locator('[data-queue] .entry')
      if (width === 390) expect((await entries.first().boundingBox())?.y).toBeLessThan(pageHeight / 3)
      // A decision is there only beside a text that nothing cuts, and after it.
      const faults = await entries.evaluateAll(all =>
        all.filter(entry => {
          const [text, approve] = [entry.querySelector('.written'), entry.querySelector('.entry-decision')]
          if (text === null || approve === null) return true
          if (!approve.checkVisibility()) return entry.querySelector('.entry-long:not([open])') === null
          const isWhole = text.checkVisibility() && text.scrollHeight <= text.clientHeight
          return !isWhole || text.getBoundingClientRect().bottom > approve.getBoundingClientRect().top
        }),
      )
      expect(faults).toEqual([])
      const long = entries.filter({ hasText: `${width} long.` })
      await see(long.getByRole('button', { name: 'Approve' })).toBeHidden()
      await long.focus()
      await page.keyboard.press('a')
      await see(long.getByRole('button', { name: 'Approve' })).toBeVisible()
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    },
  )

  test('deciding an entry moves nothing and focuses the next', async () => {
    for (const nth of Array(3).keys()) await post(nth, `A note to be decided, number ${nth}.`)
    const page = await signedIn('places@example.org', {
      moderates: true,
      viewport: { width: 1280, height: pageHeight },
    })
    await page.goto('/moderate')
    const entries = page.locator('.entry').filter({ hasText: 'A note to be decided' })
    // Where it is in the document; the buttons of a folded text are nowhere.
    const places = () =>
      page
        .locator('.entry, .entry .main')
        .evaluateAll(all =>
          all.filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top + scrollY),
        )
    const before = await places()
    for (const nth of [0, 1]) {
      const entry = entries.nth(nth)
      const approve = entry.getByRole('button', { name: 'Approve' })
      await approve.scrollIntoViewIfNeeded()
      const box = await approve.boundingBox()
      await approve.click()
      await see(entry.getByRole('status')).toHaveText(/^Approved\./)
      await see(page.locator('.entry:focus:not([data-done])')).toHaveCount(1)
      expect(await places()).toEqual(before)
      // A second click at the same place undoes nothing.
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
      await see(entry.getByRole('status')).toHaveText(/^Approved\./)
    }
  })

  test('a response is rendered only after a press on another button ends', async () => {
    for (const nth of Array(2).keys()) await post(nth, `A note and its neighbor, number ${nth}.`)
    const page = await signedIn('presses@example.org', {
      moderates: true,
      viewport: { width: 1280, height: pageHeight },
    })
    await page.goto('/moderate')
    const [first, second] = [0, 1].map(nth =>
      page.locator('.entry').filter({ hasText: `its neighbor, number ${nth}.` }),
    )
    if (first === undefined || second === undefined) throw new Error('There are two of them.')
    const answer = Promise.withResolvers<void>()
    await page.route('**/moderate/comment/*', async route => {
      await answer.promise
      await route.abort()
    })
    await first.getByRole('button', { name: 'Approve' }).click()
    await second.getByRole('button', { name: 'Approve' }).hover()
    const box = await second.getByRole('button', { name: 'Approve' }).boundingBox()
    await page.mouse.down()
    const failed = page.waitForEvent('requestfailed')
    answer.resolve()
    await failed
    expect(await second.getByRole('button', { name: 'Approve' }).boundingBox()).toEqual(box)
    await page.unroute('**/moderate/comment/*')
    await page.mouse.up()
    await see(first.getByRole('alert')).toContainText('Error moderating comment')
    await see(second.getByRole('status')).toHaveText(/^Approved\./)
  })
})
