import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeStore } from '@corroborate/server-kit/testing'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { alive, openReaderPage, runProduct, signInByLink } from '../testing/index.ts'
import { siteMigrations } from './migrations.ts'

// Every flow has a journey of its own on SQLite, beside its feature. This one leads through all of them on PostgreSQL.

const identityCli = fileURLToPath(new URL('../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const title = 'Attention Is All You Need'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const entry = (page: Page, words: string) => page.locator('.entry').filter({ hasText: words })

/** Waits for content of a shared page, which is cached for a second. */
const seeAfterReload = (page: Page, words: string | RegExp, count: number) =>
  expect
    .poll(async () => {
      await page.reload()
      return page.getByText(words).count()
    })
    .toBe(count)

describeStore('watching, notes, claims, reports and moderation', siteMigrations, (open, { engine, placeOf }) => {
  test.runIf(engine === 'postgres')(
    'watching, notes, claims, reports and moderation work for a reader and two concurrent moderators',
    async () => {
      const { url = '' } = placeOf(await open())
      const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-journey-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const product = await runProduct(dataDir, { DATABASE_URL: url })
      onTestFinished(async () => void (await product.stop()))
      const browser = await openBrowser()
      onTestFinished(() => browser.close())
      const moderator = async (email: string): Promise<Page> => {
        const page = await openReaderPage(browser, product)
        await product.newSession(email)
        await runCommand(identityCli, ['user', 'role', 'add', email, 'moderator'], { DATA_DIR: dataDir })
        await signInByLink(page, product, email, '/moderate')
        return page
      }

      // A link that was not requested in this browser drops the pending action, which another user must not execute.
      const ada = await openReaderPage(browser, product)
      await ada.goto(paper)
      await alive(ada)
      await ada.locator('#login-to-watch').click()
      await ada.locator('#login-modal').waitFor()
      await signInByLink(ada, product, 'ada@example.org', paper)
      await button(ada, 'Watch').click()
      await button(ada, 'Unwatch').waitFor()

      const form = ada.locator('#note-form')
      await form.getByLabel('Your name').fill('Ada Reader')
      await form.getByLabel('Your note').fill('The link to the data is dead.')
      await form.getByRole('button', { name: 'Send note' }).click()
      await ada.getByText('Pending review. Only you can see it.').waitFor()

      await ada.getByRole('link', { name: 'Claim this reproduction' }).click()
      // The page before has a field of the same name.
      await ada.waitForURL(`**${paper}/claim`)
      await ada.getByLabel('Your name').fill('Ada Lovelace')
      await ada.getByLabel('Your plan').fill('With the data of 2019.')
      await ada.getByLabel('Show my name').check()
      await button(ada, 'Claim this reproduction').click()
      await ada.waitForURL(`**${paper}?claim_submitted=true`)

      // Two moderators have the same page in front of them.
      const [mo, max] = [await moderator('mo@example.org'), await moderator('max@example.org')]
      await max.reload()
      await entry(mo, 'Ada Reader').getByRole('button', { name: 'Approve' }).click()
      await mo.getByText('Approved.').waitFor()
      await entry(max, 'Ada Reader').getByLabel('Reason').selectOption('no-source')
      await entry(max, 'Ada Reader').getByRole('button', { name: 'Reject' }).click()
      await max.getByText(/This note has changed since you looked/).waitFor()
      await entry(max, 'Ada Lovelace').getByRole('button', { name: 'Approve' }).click()
      await max.getByText('Approved.').waitFor()
      const others = await openReaderPage(browser, product)
      await others.goto(paper)
      await seeAfterReload(others, /Claimed by Ada Lovelace until/, 1)
      await see(others.locator('.note').filter({ hasText: 'Ada Reader' })).toHaveCount(1)

      await ada.goto(`${paper}/reproduce`)
      await alive(ada)
      const next = button(ada, 'Continue')
      const at = (n: number) => ada.getByText(`${n} of 7`).waitFor()
      await at(1)
      await next.click()
      await at(2)
      await ada.getByLabel('Your name').fill('Ada Lovelace')
      await next.click()
      await at(3)
      await ada.getByLabel('Linux').check()
      await ada.getByLabel('Environment details').fill('R 4.5.1')
      await next.click()
      await at(4)
      await ada.getByLabel('Approach').fill('Ran the code as it is.')
      await see(ada.getByText('Saved in this browser and your account')).toBeVisible()
      // The draft that is in the account.
      await ada.evaluate(() => localStorage.clear())
      await ada.reload()
      await alive(ada)
      await at(4)
      await see(ada.getByLabel('Approach')).toHaveValue('Ran the code as it is.')
      await next.click()
      await at(5)
      await ada.getByLabel('Partly reproduced').check()
      await ada.getByLabel('Report', { exact: true }).fill('Table 1 comes out; Figure 3 does not.')
      await next.click()
      await at(6)
      await next.click()
      await at(7)
      await button(ada, 'Submit Report').click()
      await ada.waitForURL(`**${paper}/audit/*`)
      await ada.getByText(/^Pending review/).waitFor()
      const report = new URL(ada.url()).pathname
      expect((await others.request.get(product.origin + report)).status()).toBe(404)

      await mo.goto('/moderate')
      await entry(mo, 'Figure 3 does not').getByRole('button', { name: 'Approve' }).click()
      await mo.getByText('Approved.').waitFor()
      await seeAfterReload(others, 'A reproduction report by Ada Lovelace', 1)
      await see(others.getByText(/Claimed by Ada Lovelace/)).toHaveCount(0)
      await others.goto(report)
      await see(others.getByRole('heading', { level: 1 })).toHaveText(title)

      // The other moderator takes the note back.
      await max.goto('/moderate')
      await max.getByRole('link', { name: 'Decisions' }).click()
      await max.locator('.decision').filter({ hasText: 'Ada Reader' }).getByRole('button', { name: 'Undo' }).click()
      await see(max.locator('.moderate-notice')).toContainText('Back in the queue.')
      await others.goto(paper)
      await seeAfterReload(others, 'The link to the data is dead.', 0)

      await ada.goto('/dashboard')
      await see(ada.getByRole('link', { name: title }).first()).toBeVisible()
      await button(ada, `Unwatch ${title}`).click()
      await ada.getByText('You don’t watch any papers yet').waitFor()
      await button(ada, 'Undo').click()
      await see(button(ada, `Unwatch ${title}`)).toBeVisible()
      await others.goto('/recent')
      await see(others.getByText('Ada Lovelace').first()).toBeVisible()
    },
  )
})
