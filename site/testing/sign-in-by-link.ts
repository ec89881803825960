import type { Page } from '@playwright/test'
import type { RunningProduct } from './running-product.ts'

/** Signs in a page's browser by magic link and waits for `path`. Returns the session token. */
export const signInByLink = async (
  page: Page,
  product: Pick<RunningProduct, 'newSession'>,
  email: string,
  path: string,
): Promise<string> => {
  const { token } = await product.newSession(email)
  await page.goto(`/authenticate?session_token=${token}&redirect_url=${encodeURIComponent(path)}`)
  const go = page.getByRole('button', { name: /^Continue as/ })
  if (await go.isVisible()) await go.click()
  await page.waitForURL(`**${path}`)
  return token
}
