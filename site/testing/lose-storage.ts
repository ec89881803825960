import type { Page } from '@playwright/test'

/** The browser loses what scripts store of a session, and keeps the site's own cookie, which no script reads: as Safari does after a week. */
export const loseStorage = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies({ name: /^stytch_/ })
}
