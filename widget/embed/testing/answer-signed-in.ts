import type { Page } from '@playwright/test'
import { authResult } from '../../client/testing/index.ts'

/** The query with which an application sends somebody to the consent page, and where it wants them back. */
export const asked = `?${new URLSearchParams({
  client_id: 'connected-app-1',
  redirect_uri: 'https://app.example.test/back',
  response_type: 'code',
  scope: 'openid email',
})}`

const reader = {
  client_id: 'connected-app-1',
  client_name: 'Reader',
  client_description: '',
  client_type: 'third_party',
  verified: false,
  redirect_host: 'app.example.test',
}
const consent = {
  client: reader,
  consent_required: true,
  scope_results: ['openid', 'email'].map(scope => ({ scope, is_grantable: true, description: '' })),
}

/**
 * Answers what the account page and the consent page ask of the provider: somebody is signed in, has no other session, event
 * or application, and `Reader` asks who they are.
 */
export const answerSignedIn = async (page: Page): Promise<void> => {
  const headers = {
    'Access-Control-Allow-Origin': 'https://app.example.test',
    'Access-Control-Allow-Credentials': 'true',
  }
  const signedIn = authResult({ session: { expires_at: new Date(Date.now() + 3_600_000).toISOString() } })
  const answers = {
    magic_links: signedIn,
    sessions: signedIn,
    users: { ...signedIn.user, connected_apps: [] },
    account: { sessions: [], events: [], devices: [] },
    'idp/oauth/authorize': consent,
  }
  for (const [path, data] of Object.entries(answers))
    await page.route(`**/sdk/v1/${path}/**`, route =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({ headers, json: { data: { request_id: 'request-id-test-1', status_code: 200, ...data } } }),
    )
  await page.route('**/sdk/v1/idp/oauth/authorize/submit', route => {
    if (route.request().method() === 'OPTIONS') return route.fallback()
    const isAllowed = route.request().postDataJSON().consent_granted === true
    const redirect_uri = `https://app.example.test/back?${isAllowed ? 'code=c' : 'error=access_denied'}`
    return route.fulfill({
      headers,
      json: { data: { request_id: 'request-id-test-1', status_code: 200, redirect_uri } },
    })
  })
}
