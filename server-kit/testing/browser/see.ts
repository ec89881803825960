import { expect } from '@playwright/test'

/**
 * What the tests expect to see on a page. Waits up to 60 s, because the default of 5 s is sometimes too short on a busy
 * machine.
 */
export const see = expect.configure({ timeout: 60_000 })
