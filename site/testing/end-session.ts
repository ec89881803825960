import { siteStorageKeys } from '@corroborate/wire/storage'
import type { Page } from '@playwright/test'
import type { RunningProduct } from './running-product.ts'

/**
 * Ends a page's session at the provider and informs the site, which caches a session's JWT for some minutes. The page checks its session on
 * load, and the response sets the cookie, which must have arrived before.
 */
export const endSession = async (page: Page, product: Pick<RunningProduct, 'sdk'>): Promise<void> => {
  await sessionChecked(page)
  const token = await page.evaluate(key => localStorage.getItem(key), siteStorageKeys.sessionToken)
  await product.sdk('/sessions/revoke', {}, token ?? '')
  await page.context().clearCookies({ name: 'corroborate_session' })
}

/** Waits until this page has received its session state from the site. */
export const sessionChecked = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/authenticate?session_token=')),
  )
