import { expect } from '@playwright/test'

/**
 * What the tests expect to see on a page. Waits as long as a busy machine may take: five seconds, the default, are not
 * always enough there for what a quiet one does in a tenth of one.
 */
export const see = expect.configure({ timeout: 30_000 })
