import type { Page } from '@playwright/test'

/** Keeps scripts of a page back, as a slow line does. @returns lets them through */
export const holdScripts = async (page: Page, which = '**/assets/*.js'): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(which, async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Waits until a page's living parts are live: what is pressed before is done as without script. */
export const alive = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
