import type { Page } from '@playwright/test'
import { authResult } from '../../client/testing/index.ts'

/** Answers what the account page asks of the provider: somebody is signed in, and has no other session, event or application. */
export const answerAccount = async (page: Page): Promise<void> => {
  const headers = {
    'Access-Control-Allow-Origin': 'https://app.example.test',
    'Access-Control-Allow-Credentials': 'true',
  }
  const signedIn = authResult({ session: { expires_at: new Date(Date.now() + 3_600_000).toISOString() } })
  const answers = {
    magic_links: signedIn,
    sessions: signedIn,
    users: { ...signedIn.user, connected_apps: [] },
    account: { sessions: [], events: [] },
  }
  for (const [path, data] of Object.entries(answers))
    await page.route(`**/sdk/v1/${path}/**`, route =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({ headers, json: { data: { request_id: 'request-id-test-1', status_code: 200, ...data } } }),
    )
}
