import type { BrowserContext, Cookie } from '@playwright/test'

/** The cookies of a browser but those by which an account knows it again, which outlast sessions. */
export const sessionCookies = async (context: BrowserContext, url?: string): Promise<Cookie[]> =>
  (await context.cookies(url)).filter(({ name }) => !/^(?:__Host-)?known-/.test(name))
