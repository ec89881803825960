import type { Page } from '@playwright/test'

/** Delays a page's scripts like a slow connection. @returns a function that releases them */
export const holdScripts = async (page: Page, which = '**/assets/*.js'): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(which, async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Waits until the page is hydrated; earlier clicks work as without script. */
export const alive = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
