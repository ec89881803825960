import type { Page } from '@playwright/test'
import { authResult } from '../../client/testing/index.ts'

/** Query of an application's redirect to the consent page, with its return URL. */
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
 * Fakes the provider's responses for the account and consent pages: a signed-in user without other sessions, events or applications, and a
 * request by `Reader` for their identity.
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
