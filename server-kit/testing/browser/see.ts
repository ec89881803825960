import { expect } from '@playwright/test'

/** `expect` for page content, with a timeout of 60 s because the default of 5 s is sometimes too short on a busy machine. */
export const see = expect.configure({ timeout: 60_000 })
