import type { Page } from '@playwright/test'

/** Deletes a session's script storage but keeps the site's HttpOnly cookie, as Safari does after a week. */
export const loseStorage = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies({ name: /^stytch_/ })
}
