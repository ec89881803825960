import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alive, holdScripts, openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-reports-'))
const paper = '/10.48550/arxiv.1706.03762'
/** Hydration script of the islands. */
const islands = '**/assets/*slands-*.js'
const title = 'Attention Is All You Need'
let product: RunningProduct
let browser: Browser
/** The cookie of a moderator. */
let moderator: string

beforeAll(async () => {
  product = await runProduct(dataDir)
  browser = await openBrowser()
  const session = await product.newSession('mo@example.org')
  const cli = join(import.meta.dirname, '../../../identity/cli.ts')
  await runCommand(cli, ['user', 'role', 'add', 'mo@example.org', 'moderator'], { DATA_DIR: dataDir })
  moderator = `corroborate_session=${session.token}.`
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Signs a tab in, where it is. */
const signIn = async (page: Page, email: string, path = '/') => {
  const { token, userId } = await product.newSession(email)
  await page.goto(`${path}?auth_success=true&session_token=${token}&user_id=${userId}`)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await see(page.locator('#login-link')).toHaveText('Log out')
}

const approveAll = async () => {
  const headers = { cookie: moderator, 'content-type': 'application/json' }
  const page = await (
    await fetch(`${product.origin}/moderate`, { headers: { ...headers, accept: 'text/html' } })
  ).text()
  const ids = [...page.matchAll(/id="audit-([\da-f-]{36})"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const answer = await fetch(`${product.origin}/moderate/audit/${id}`, {
      method: 'POST',
      headers,
      body: '{"action":"approve"}',
    })
    expect(answer.status).toBe(200)
  }
}

/** Waits for text on a paper's page, which is cached for a second if shared. */
const seeAfterReload = async (page: Page, words: string | RegExp) => {
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText(words).count()
    })
    .toBeGreaterThan(0)
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** 256 MB of zeros, of which the disk holds nothing. */
const largeFile = (): string => {
  const file = join(dataDir, 'large.bin')
  writeFileSync(file, '')
  truncateSync(file, 2 ** 28)
  return file
}
/** `head -c 268435456 /dev/zero | sha256sum` */
const sha256OfLargeFile = 'a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484'

/** Sums the peak memory of all tabs in MB; 0 if the system does not report it. */
const peakOfRenderers = async (): Promise<number> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
    .filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`))
    .map(({ id }) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1_024)
    .reduce((sum, peak) => sum + peak, 0)
}

/** No page has anything that axe finds, light or dark, on a phone or a desk, and none scrolls sideways. */
const expectAccessible = async (page: Page) => {
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await axe(page)
    expect(violations.map(({ id, nodes }) => `${page.url()}: ${id} at ${nodes[0]?.target}`)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
  }
}

test('a reader claims a paper, logs in when asked, and finds their input kept', async () => {
  const page = await openReaderPage(browser, product)
  await page.goto(paper)
  await page.getByRole('link', { name: 'Claim this reproduction' }).click()
  await see(page.locator('body')).toHaveAttribute('data-page', 'claim')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your plan').fill('With the data of 2019.')
  await page.getByLabel('Show my name').check()
  await expectAccessible(page)
  // The link opens the modal over this page, which is where logging in leads back to.
  await page.getByRole('link', { name: 'Log in to claim' }).click()
  await see(page.locator('#login-modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await signIn(page, 'ada@example.org', `${paper}/claim`)
  await see(page.getByLabel('Your plan')).toHaveValue('With the data of 2019.')
  await see(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
  await see(page.getByLabel('Your email address')).toHaveValue('ada@example.org')

  // SPEC §8: errors are alerts.
  await page.route('**/audit/', route => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Claim this reproduction' }).click()
  await see(page.getByRole('alert')).toHaveText('An error occurred while submitting your claim. Please try again.')
  await page.route('**/audit/', route => route.fulfill({ status: 429, json: { error: 'Too many.' } }), { times: 1 })
  await page.getByRole('button', { name: 'Claim this reproduction' }).click()
  await see(page.getByRole('alert')).toHaveText('Error: Too many.')

  await page.getByRole('button', { name: 'Claim this reproduction' }).click()
  await page.waitForURL(`**${paper}?claim_submitted=true`)
  await page.getByText(/^Thank you for your claim/).waitFor()
  await page.goto(`${paper}/claim`)
  await page.getByText(/A moderator reviews it before it appears/).waitFor()
  const others = await openReaderPage(browser, product)
  await others.goto(paper)
  expect(await others.getByText('Claimed by').count()).toBe(0)
  await approveAll()
  await seeAfterReload(others, /Claimed by Ada Lovelace until \d+ \w+ \d{4}/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Claim withdrawn.').waitFor()
})

test('input in the claim form before its script loads is kept alongside the stored draft', async () => {
  const page = await openReaderPage(browser, product)
  await signIn(page, 'early@example.org')
  const release = await holdScripts(page, islands)
  await page.goto(`${paper}/claim`, { waitUntil: 'commit' })
  await page.getByLabel('Your name').fill('Ada Early')
  await page.getByLabel('Your plan').fill('With the data of 2019.')
  await page.getByLabel('Show my name').check()
  release()
  await alive(page)
  await page.getByLabel('Link to a plan').fill('https://osf.io/abcde')

  // The draft is restored again, and later input takes precedence.
  await page.unrouteAll()
  const releaseAgain = await holdScripts(page, islands)
  await page.goto(`${paper}/claim`, { waitUntil: 'commit' })
  await see(page.getByLabel('Your plan')).toHaveValue('')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  releaseAgain()
  await alive(page)
  for (const [label, value] of [
    ['Your name', 'Ada Lovelace'],
    ['Your plan', 'With the data of 2019.'],
    ['Link to a plan', 'https://osf.io/abcde'],
  ] as const)
    await see(page.getByLabel(label)).toHaveValue(value)
  await see(page.getByLabel('Show my name')).toBeChecked()
})

test('input in the long report form before hydration is kept, and the wizard opens at that step', async () => {
  const page = await openReaderPage(browser, product)
  await signIn(page, 'eager@example.org')
  const release = await holdScripts(page, islands)
  await page.goto(`${paper}/reproduce`, { waitUntil: 'commit' })
  await page.getByLabel('Linux').waitFor({ state: 'attached' })
  // The parts after the first show when the script is late by 12 s.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await page.getByLabel('Linux').check()
  await page.getByLabel('Environment details').fill('R 4.5.1')
  await page.getByLabel('Result', { exact: true }).nth(1).fill('Table 3')
  await page.getByLabel('Compared').nth(1).selectOption('differs')
  await page.getByLabel('Files and their SHA-256').fill(`${sha256('first')}  a.csv`)
  await page.getByLabel('Approach').fill('Ran the code as it is.')
  release()
  await alive(page)
  await page.getByText('4 of 7').waitFor()
  await see(page.getByLabel('Approach')).toBeFocused()
  await page.keyboard.type(' Twice.')
  await see(page.getByText('Saved in this browser and your account')).toBeVisible()
  await page.unrouteAll()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByText('4 of 7').waitFor()
  await see(page.getByLabel('Approach')).toHaveValue('Ran the code as it is. Twice.')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('3 of 7').waitFor()
  await see(page.getByLabel('Linux')).toBeChecked()
  await see(page.getByLabel('Environment details')).toHaveValue('R 4.5.1')
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await next.click()
  await next.click()
  await page.getByText('5 of 7').waitFor()
  await see(page.getByLabel('Result', { exact: true })).toHaveValue('Table 3')
  await see(page.getByLabel('Compared')).toHaveValue('differs')
  await page.getByLabel('Partly reproduced').check()
  await page.getByLabel('Report', { exact: true }).fill('Table 3 differs.')
  await next.click()
  await see(page.getByText('a.csv')).toBeVisible()
})

test('the wizard leads from its first step to a verifiable report', async () => {
  const page = await openReaderPage(browser, product)
  await signIn(page, 'grace@example.org')
  await page.goto(paper)
  await page.getByRole('link', { name: 'Report a reproduction' }).click()
  await see(page.locator('body')).toHaveAttribute('data-page', 'reproduce')
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  const at = (n: number) => page.getByText(`${n} of 7`).waitFor()
  await at(1)
  await expectAccessible(page)
  const codecheck =
    'version: https://codecheck.org.uk/spec/config/1.0/\ncodechecker:\n  - name: Grace Hopper\nmanifest:\n  - file: figure2.png\n    comment: the plot\n'
  for (const tooLarge of ['#'.repeat(200_001), '#'.repeat(600_001)]) {
    await page.getByLabel('Choose codecheck.yml').setInputFiles(textFile('codecheck.yml', codecheck + tooLarge))
    await page.getByText('This file is too large: the limit is 200,000 characters.').waitFor()
    await page.getByLabel('Choose codecheck.yml').setInputFiles(textFile('codecheck.yml', '{'))
    await page.getByText('Not a valid codecheck.yml.').waitFor()
  }
  await page.getByLabel('Choose codecheck.yml').setInputFiles(textFile('codecheck.yml', codecheck))
  await page.getByText(/^Loaded\. The next steps/).waitFor()
  await next.click()

  await at(2)
  await see(page.getByLabel('Your name')).toHaveValue('Grace Hopper')
  await page.getByLabel('Your name').fill('  ')
  await next.click()
  await see(page.getByText('This field is required')).toBeVisible()
  await see(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Your email address').fill('grace')
  await page.keyboard.press('Enter')
  await see(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Your email address').fill('grace.secret@example.org')
  // Enter goes on, except in a text of many lines.
  await page.keyboard.press('Enter')

  await at(3)
  await next.click()
  await see(page.getByText('This field is required')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('Linux').check()
  await page.getByLabel('Environment details').fill('R 4.5.1')
  await page.getByLabel('Environment details').press('Enter')
  await page.keyboard.type('16 GB')
  await at(3)
  await next.click()

  await at(4)
  await page.getByLabel('Approach').fill('Ran the code as it is.')
  // Input survives Back and a reload.
  await page.getByRole('button', { name: 'Back' }).click()
  await see(page.getByLabel('Environment details')).toHaveValue('R 4.5.1\n16 GB')
  await next.click()
  await see(page.getByText('Saved in this browser and your account')).toBeVisible()
  await page.reload()
  await at(4)
  await see(page.getByLabel('Approach')).toHaveValue('Ran the code as it is.')
  // And another browser of the same account.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('report-draft')) localStorage.removeItem(key)
  })
  await page.reload()
  await see(page.getByLabel('Approach')).toHaveValue('Ran the code as it is.')
  await next.click()

  await at(5)
  await page.getByLabel('Partly reproduced').check()
  await see(page.getByLabel('Result', { exact: true })).toHaveValue('figure2.png: the plot')
  await page.getByLabel('Published', { exact: true }).fill('28.4')
  await page.getByLabel('Obtained', { exact: true }).fill('27.9')
  await page.getByLabel('Compared', { exact: true }).first().selectOption('differs')
  await page.getByRole('button', { name: 'Add a result' }).click()
  await page.getByLabel('Result', { exact: true }).nth(1).fill('Table 3')
  await page.getByLabel('Report', { exact: true }).fill('It runs. See https://example.org and 10.1038/nature12373.')
  await expectAccessible(page)
  await next.click()

  await at(6)
  await page.getByLabel('Link to a reproducibility package').fill('javascript:alert(1)')
  await next.click()
  await see(page.getByText('Enter a URL that begins')).toBeVisible()
  await page.getByLabel('Link to a reproducibility package').fill('https://osf.io/abcde')
  await page.getByLabel('Choose files').setInputFiles([textFile('b.csv', 'second'), textFile('a.csv', 'first')])
  await page.getByText('2 files').waitFor()
  const manifest = `${sha256('first')}  a.csv\n${sha256('second')}  b.csv\n`
  await see(page.getByLabel('SHA-256 of the package')).toHaveValue(sha256(manifest))
  await expectAccessible(page)
  await next.click()

  await at(7)
  await page.getByText('Partly reproduced: 1 of 2 results differs').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as codecheck.yml' }).click()
  const downloaded = await download
  expect(downloaded.suggestedFilename()).toBe('codecheck.yml')
  const written = readFileSync(await downloaded.path(), 'utf8')
  for (const words of ['- name: Ashish Vaswani\n', '- name: Illia Polosukhin\n', `SHA-256 ${sha256('first')}`])
    expect(written).toContain(words)
  await expectAccessible(page)
  await page.route('**/audit/', route => route.fulfill({ status: 503, json: { error: 'Busy. Try again.' } }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Submit Report' }).click()
  for (const words of [
    'Submission Error',
    'There was a problem submitting your report',
    'Network response was not ok',
    'Busy. Try again.',
  ])
    await see(page.getByText(words)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await at(7)
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.getByRole('heading', { name: 'Thank you. Your report has been submitted.' }).waitFor()
  const address = `${paper}/audit/${sha256(manifest).slice(0, 9)}`
  await page.waitForURL(`**${address}`)
  await page.getByText(/^Pending review/).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('report-draft')

  // Hidden from others before approval.
  const others = await openReaderPage(browser, product, { permissions: ['clipboard-read', 'clipboard-write'] })
  expect((await others.request.get(product.origin + address)).status()).toBe(404)
  await approveAll()
  const release = await holdScripts(others, islands)
  await others.goto(address, { waitUntil: 'commit' })
  await see(others.locator('body')).toHaveAttribute('data-page', 'audit')
  const check = others.getByLabel('Check this file against the fingerprint')
  await check.setInputFiles(textFile('copy.csv', 'first'))
  release()
  await see(others.getByText('Match. copy.csv is a.csv of the report.')).toBeVisible()
  await see(others.getByRole('heading', { level: 1 })).toHaveText(title)
  await others.getByText('Partly reproduced: 1 of 2 results differs').waitFor()
  expect(await others.content()).not.toContain('grace.secret')
  await others.getByRole('button', { name: 'Copy SHA-256' }).click()
  await see(others.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await others.evaluate(() => navigator.clipboard.readText())).toBe(sha256(manifest))
  await check.setInputFiles(textFile('other.csv', 'third'))
  await see(others.getByText('No match. other.csv is not the reported file.')).toBeVisible()
  const before = await peakOfRenderers()
  await check.setInputFiles(largeFile())
  await see(others.getByText('No match. large.bin is not the reported file.')).toBeVisible({ timeout: 60_000 })
  await see(others.locator('.check-file .fingerprint')).toHaveText(sha256OfLargeFile)
  expect((await peakOfRenderers()) - before, 'MB more at the peak, of 256 that were read').toBeLessThan(192)
  await expectAccessible(others)
  await others.emulateMedia({ media: 'print' })
  await see(others.getByRole('button', { name: 'Print' })).toBeHidden()
  await see(others.locator('#sha256')).toBeVisible()
  // On paper its files are all there, and its address is whole.
  await see(others.getByText('a.csv', { exact: true })).toBeVisible()
  await see(others.getByRole('link', { name: product.origin + address })).toBeVisible()
  await others.emulateMedia({ media: 'screen' })

  // Shown beside the evidence, uncounted with one approval.
  await others.goto(paper)
  await seeAfterReload(others, 'Community reports')
  await see(others.locator('#reports')).toContainText('Mixed reproduction results not counted')
  await see(others.getByText('not counted')).toHaveCount(1)
  await others.getByRole('link', { name: 'Read the report' }).click()
  await others.waitForURL(`**${address}`)
  await others.goto(`${paper}/audit/`)
  await others.getByText('Grace Hopper').waitFor()
  await expectAccessible(others)
})

/** The wizard at its step for files, with all before it filled in. */
const toFiles = async (page: Page, email: string) => {
  await signIn(page, email)
  await page.goto(`${paper}/reproduce`)
  await alive(page)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await next.click()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await next.click()
  await page.getByLabel('Linux').check()
  await page.getByLabel('Environment details').fill('R 4.5.1')
  await next.click()
  await page.getByLabel('Approach').fill('Ran the code as it is.')
  await next.click()
  await page.getByLabel('Partly reproduced').check()
  await page.getByLabel('Report', { exact: true }).fill(`It runs, says ${email}.`)
  await next.click()
  await page.getByText('6 of 7').waitFor()
  return next
}

test('a report waits for its files to be hashed and is then submitted with their fingerprint', async () => {
  const page = await openReaderPage(browser, product)
  // Delays the hashing worker, as a large file would.
  const release = await holdScripts(page, '**/assets/hash-worker-*.js')
  const next = await toFiles(page, 'patient@example.org')
  await page.getByLabel('Choose files').setInputFiles([textFile('data.csv', 'patient')])
  await page.getByRole('progressbar', { name: 'Reading data.csv' }).waitFor()
  await next.click()
  await page.getByText('Computing: data.csv is still being read').waitFor()
  const sent = page.waitForRequest(request => request.url().endsWith('/audit/'))
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.getByRole('heading', { name: 'Reading your files' }).waitFor()
  await expectAccessible(page)
  release()
  const body = (await sent).postDataJSON() as { sha256: string; files: object[] }
  expect(body).toMatchObject({
    sha256: sha256('patient'),
    files: [{ name: 'data.csv', size: 7, sha256: sha256('patient') }],
  })
  await page.waitForURL(`**${paper}/audit/${sha256('patient').slice(0, 9)}`)
})

test('a report with incompletely read files asks before submitting without them', async () => {
  const page = await openReaderPage(browser, product)
  await holdScripts(page, '**/assets/hash-worker-*.js')
  const next = await toFiles(page, 'hasty@example.org')
  await page.getByLabel('Choose files').setInputFiles([textFile('data.csv', 'hasty')])
  await page.getByRole('progressbar', { name: 'Reading data.csv' }).waitFor()
  await next.click()
  await see(page.getByText('Saved in this browser and your account')).toBeVisible()
  await page.reload()
  await page.getByText('Incomplete: data.csv was not read to the end').waitFor()
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.getByRole('heading', { name: 'Files are missing from the fingerprint' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose the files again' }).click()
  await page.getByText('6 of 7').waitFor()
  await see(page.getByText('Could not be read. Choose it again.')).toBeVisible()
  await next.click()
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.getByRole('button', { name: 'Send without them' }).click()
  await page.waitForURL(`**${paper}/audit/**`)
  await see(page.getByText('data.csv')).toHaveCount(0)
})

test('without JavaScript the wizard is one long form', async () => {
  const signedOut = await openReaderPage(browser, product, { javaScriptEnabled: false })
  await signedOut.goto(`${paper}/reproduce`)
  await see(signedOut.getByRole('button', { name: 'Submit Report' })).toBeVisible()
  await see(signedOut.getByText('Log in to submit')).toBeHidden()
  const withScript = await openReaderPage(browser, product)
  await signIn(withScript, 'emmy@example.org')
  const page = await openReaderPage(browser, product, {
    javaScriptEnabled: false,
    storageState: await withScript.context().storageState(),
  })
  await page.goto(`${paper}/reproduce`)
  await page.getByLabel('Your name').fill('Emmy Noether')
  await page.getByLabel('Your email address').fill('emmy@example.org')
  await page.getByLabel('macOS').check()
  await page.getByLabel('Environment details').fill('Python 3.14')
  await page.getByLabel('Approach').fill('By hand.')
  await page.getByLabel('Reproduced', { exact: false }).first().check()
  await page.getByLabel('Report', { exact: true }).fill('It holds.')
  await page.getByLabel('Files and their SHA-256').fill(`${'ab'.repeat(32)}  data.csv`)
  await page.getByLabel('SHA-256 of the package').fill('not a hash')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await see(page.getByRole('alert')).toContainText('64 hexadecimal digits')
  await see(page.getByLabel('Approach')).toHaveValue('By hand.')
  await page.getByLabel('SHA-256 of the package').fill('cd'.repeat(32))
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.waitForURL(`**${paper}/audit/cdcdcdcdc`)
  await page.getByText(/^Pending review/).waitFor()
  await page.goto(`${paper}/claim`)
  await page.getByLabel('Your name').fill('Emmy Noether')
  await page.getByLabel('Your email address').fill('emmy@example.org')
  await page.getByRole('button', { name: 'Claim this reproduction' }).click()
  await page.waitForURL(`**${paper}?claim_submitted=true`)
  await page.getByText(/^Thank you for your claim/).waitFor()
})
