import type { Page } from '@playwright/test'

const provider = 'https://identity.example.test'

/** The provider's One Tap frame, and Google's script with a prompt that waits for the user. */
const frame = `<!doctype html><html lang="en"><title>A frame</title><script>
  const payload = { requestId: '1', googleClientId: '1', stytchCsrfToken: '1', oauthCallbackId: '1', nonce: '1', scriptUrl: '${provider}/google.js' }
  addEventListener('message', ({ data, ports: [port] }) => {
    if (port === undefined) return
    void fetch('/asked/' + data.method)
    port.postMessage({ success: true, payload })
  })
</script></html>`
const google = `window.google = { accounts: { id: {
  initialize: () => window.did.push('Google begins'),
  prompt: () => window.did.push('Google prompts'),
  cancel: () => window.did.push('Google ends'),
} } }`

declare global {
  interface Window {
    /** Requests to the browser, its wallet and Google, in order. */
    did: string[]
  }
}

/** Fakes passkeys, wallet and Google that wait for the user and record their requests. Call it before mounting a form. */
export const noteWays = async (page: Page): Promise<void> => {
  await page.route(`${provider}/clientside-services/**`, route =>
    route.fulfill({ contentType: 'text/html', body: frame }),
  )
  await page.route(`${provider}/google.js`, route => route.fulfill({ contentType: 'text/javascript', body: google }))
  await page.route('**/webauthn/authenticate/start/**', route =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          headers: {
            'Access-Control-Allow-Origin': 'https://app.example.test',
            'Access-Control-Allow-Credentials': 'true',
          },
          json: {
            data: {
              request_id: 'request-id-test-1',
              status_code: 200,
              user_id: '',
              public_key_credential_request_options: '{"challenge":"AAAA"}',
            },
          },
        }),
  )
  await page.evaluate(() => {
    window.did = []
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    navigator.credentials.get = ({ mediation, signal } = {}) => {
      window.did.push(`passkey, ${mediation ?? 'in a dialogue'}`)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    const request = ({ method }: { method: string }) => {
      window.did.push(`wallet, ${method}`)
      return new Promise(() => undefined)
    }
    Object.assign(window, { ethereum: { isMetaMask: true, request } })
  })
}
