import { siteStorageKeys } from '@corroborate/wire/storage'
import type { Page } from '@playwright/test'
import type { RunningProduct } from './running-product.ts'

/**
 * Ends the session of the browser that shows this page at the provider, and lets the site know: it believes a session's JWT for
 * some minutes. The page asks about its session when it is opened, and the answer brings the cookie: it must have come before.
 */
export const endSession = async (page: Page, product: Pick<RunningProduct, 'sdk'>): Promise<void> => {
  await sessionChecked(page)
  const token = await page.evaluate(key => localStorage.getItem(key), siteStorageKeys.sessionToken)
  await product.sdk('/sessions/revoke', {}, token ?? '')
  await page.context().clearCookies({ name: 'corroborate_session' })
}

/** Waits until this page has heard what the site says of the session that its browser keeps. */
export const sessionChecked = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/authenticate?session_token=')),
  )
