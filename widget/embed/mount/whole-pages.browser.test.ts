import { axe, see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Script from '../script.ts'
import { answerSignedIn, asked, openStage, type Stage, strictPolicy } from '../testing/index.ts'

declare global {
  interface Window {
    SignIn: typeof Script
  }
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const ways = [
  { way: 'by call', enableShadowDOM: false },
  { way: 'by call', enableShadowDOM: true },
  { way: 'as an element', enableShadowDOM: false },
  { way: 'as an element', enableShadowDOM: true },
]

test.each(ways)(
  'the account page works under a strict CSP, in its language: $way, shadow DOM: $enableShadowDOM',
  async ({ way, enableShadowDOM }) => {
    const visit = await stage.open('<main><h1>An application</h1><div id="account"></div></main>', {
      policy: strictPolicy,
    })
    const { page, requests } = visit
    await answerSignedIn(page)
    await page.evaluate(
      async ([how, isShadow]) => {
        const client = window.SignIn.createHeadlessClient('p')
        await client.magicLinks.authenticate('t', { session_duration_minutes: 60 })
        const options = { client, nonce: 'n1', strings: 'de', config: { enableShadowDOM: isShadow } } as const
        if (how === 'by call') window.SignIn.mountAccount({ elementId: 'account', ...options })
        else {
          const element = Object.assign(document.createElement('sign-in-account'), options)
          document.getElementById('account')?.append(element)
        }
      },
      [way, enableShadowDOM] as const,
    )
    await see(page.getByRole('region', { name: 'Konto löschen' })).toBeVisible()
    await see(page.getByRole('region', { name: 'Name' }).getByRole('button', { name: 'Ändern' })).toBeVisible()
    await page.getByRole('button', { name: 'Mein Konto löschen' }).click()
    await see(page.getByRole('button', { name: 'Abbrechen' })).toBeVisible()
    const files = requests
      .filter(request => /\/(?:product|strings)-/.test(request))
      .map(name => name.replace(/-[0-9a-f]{12}/, ''))
    expect(files.toSorted()).toEqual([
      'GET /product-account.mjs',
      'GET /strings-account-de.json',
      'GET /strings-de.json',
    ])
    expect(await visit.violations()).toEqual([])
    expect(visit.complaints).toEqual([])
    // Last: it puts styles of its own into shadow trees, which the policy keeps out.
    expect((await axe(page)).violations).toEqual([])
  },
)

test.each(ways)(
  'the consent page works under a strict CSP and submits the decision: $way, shadow DOM: $enableShadowDOM',
  async ({ way, enableShadowDOM }) => {
    const visit = await stage.open('<main><h1>A product</h1><div id="consent"></div></main>', { policy: strictPolicy })
    const { page, requests } = visit
    await answerSignedIn(page)
    const told = await page.evaluateHandle(
      async ([how, isShadow, query]) => {
        history.replaceState(null, '', query)
        const client = window.SignIn.createHeadlessClient('p')
        await client.magicLinks.authenticate('t', { session_duration_minutes: 60 })
        const events: string[] = []
        const callbacks = { onEvent: ({ type }: { type: string }) => void events.push(type) }
        const config = { enableShadowDOM: isShadow }
        const options = { client, nonce: 'n1', strings: 'de', config, callbacks } as const
        if (how === 'by call') window.SignIn.mountIdentityProvider({ elementId: 'consent', ...options })
        else {
          const element = Object.assign(document.createElement('sign-in-identity-provider'), options)
          document.getElementById('consent')?.append(element)
        }
        return events
      },
      [way, enableShadowDOM, asked] as const,
    )
    await see(page.getByRole('heading', { name: 'Bei Reader mit An application anmelden' })).toBeVisible()
    await see(page.getByRole('button', { name: 'Ablehnen' })).toBeVisible()
    expect(
      requests.filter(request => request.includes('/product-')).map(name => name.replace(/-[0-9a-f]{12}/, '')),
    ).toEqual(['GET /product-idp.mjs'])
    expect(await told.jsonValue()).toEqual(['OAUTH_AUTHORIZE_FLOW_START'])
    expect(await visit.violations()).toEqual([])
    expect(visit.complaints).toEqual([])
    expect((await axe(page)).violations).toEqual([])
    await page.getByRole('button', { name: way === 'by call' ? 'Zulassen' : 'Ablehnen' }).click()
    await page.waitForURL(`https://app.example.test/back?${way === 'by call' ? 'code=c' : 'error=access_denied'}`)
  },
)
