import { runTransaction } from '@corroborate/server-kit/database'
import { see } from '@corroborate/server-kit/testing/browser'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient, issuerOf, parseSettings } from '../openid/index.ts'
import type { Project } from '../projects/index.ts'
import { openStage, publishedClients, publishedVersions, type Stage, type Visitor } from './testing/index.ts'

// Authorization requests on the consent screens of each published client.

let stage: Stage
let project: Project
let application: openid.Configuration
beforeAll(async () => {
  stage = await openStage(publishedClients)
  project = await stage.newProject()
  const read = parseSettings({ name: 'Reader', redirectUrls: [back()], postLogoutRedirectUrls: [home()] })
  if (read.kind === 'wrong') throw new Error(read.sentence)
  const { settings } = read
  const { client, secret } = await runTransaction(stage.db, tx =>
    createClient(tx, project, { settings, logo: null }, Date.now()),
  )
  application = await openid.discovery(
    new URL(issuerOf(stage.provider, project.id)),
    client.id,
    secret ?? '',
    undefined,
    {
      execute: [openid.allowInsecureRequests],
    },
  )
})
afterAll(() => stage?.close())

const back = () => `${stage.application}/back`
const home = () => `${stage.application}/home`
const verifier = openid.randomPKCECodeVerifier()
let people = 0

/** Builds the authorization request's query for the consent page. */
const asked = async (given: Record<string, string> = {}): Promise<Record<string, string>> => ({
  client_id: application.clientMetadata().client_id,
  redirect_uri: back(),
  response_type: 'code',
  scope: 'openid email',
  state: 'sent',
  nonce: 'once',
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  ...given,
})

/** Redeems the authorization code in the browser's callback URL. */
const redeem = (page: Visitor['page']) =>
  openid.authorizationCodeGrant(application, new URL(page.url()), {
    pkceCodeVerifier: verifier,
    expectedState: 'sent',
    expectedNonce: 'once',
  })

describe.each(publishedVersions)('consent screen with the published client %s', version => {
  const open = async () => {
    const visitor = await stage.open(project, { start: `/${version}` })
    onTestFinished(() => visitor.context.close())
    return visitor
  }
  const signedIn = async () => {
    const visitor = await open()
    const email = `reader-${++people}@example.org`
    const answer = await visitor.call('passwords.create', {
      email,
      password: 'quiet-otters-fold-paper',
      session_duration_minutes: 60,
    })
    return { ...visitor, email, userId: String(answer.user_id) }
  }
  /** Opens the consent page as the application does, with the client's own screen on it. */
  const consentPage = async ({ page, visit }: Visitor, query: Record<string, string>) => {
    await visit(`/${version}?${new URLSearchParams(query)}`)
    await page.evaluate(() => (window as unknown as { showConsent: () => void }).showConsent())
  }
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })

  test('allowing signs in to the application and is remembered until it requests more scopes', async () => {
    const visitor = await signedIn()
    const { page, userId } = visitor
    await consentPage(visitor, await asked())
    await see(page.getByText('Sign in to Reader with An application')).toBeVisible()
    await button(visitor, 'Allow').click()
    await page.waitForURL(`${back()}?**`)
    expect((await redeem(page)).claims()).toMatchObject({ sub: userId, nonce: 'once' })

    await consentPage(visitor, await asked())
    await page.waitForURL(`${back()}?**`)
    expect((await redeem(page)).claims()).toMatchObject({ sub: userId })

    await consentPage(visitor, await asked({ scope: 'openid email phone' }))
    await see(button(visitor, 'Allow')).toBeVisible()
    expect(visitor.strangers).toEqual([])
  })

  test('denying returns to the application with access_denied', async () => {
    const visitor = await signedIn()
    await consentPage(visitor, await asked())
    await button(visitor, 'Deny').click()
    await visitor.page.waitForURL(`${back()}?**`)
    expect(Object.fromEntries(new URL(visitor.page.url()).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'sent',
    })
  })

  test('an invalid request shows an error and redirects nowhere', async () => {
    const visitor = await signedIn()
    const { page } = visitor
    await consentPage(visitor, await asked({ redirect_uri: 'https://evil.example/back' }))
    await see(page.getByText('Looks like there was an error!')).toBeVisible()
    const { client_id: _, ...nameless } = await asked()
    await consentPage(visitor, nameless)
    await see(page.getByText('Required parameter is missing: client_id')).toBeVisible()
    expect(page.url()).toContain(stage.application)
  })

  test('a signed-out user gets no logout confirmation', async () => {
    const visitor = await open()
    await consentPage(visitor, await asked())
    await see(visitor.page.getByText('No active session detected. Please log in to continue.')).toBeVisible()
  })

  test('answering No keeps the session, Yes ends it, and a session named by the application ends without asking', async () => {
    const visitor = await signedIn()
    const { page } = visitor
    await consentPage(visitor, await asked())
    await button(visitor, 'Allow').click()
    await page.waitForURL(`${back()}?**`)
    const { id_token = '' } = await redeem(page)
    expect(decodeJwt(id_token).sub).toBe(visitor.userId)

    const leaving = {
      client_id: application.clientMetadata().client_id,
      post_logout_redirect_uri: home(),
      state: 'bye',
    }
    await consentPage(visitor, leaving)
    await see(page.getByText('Are you sure you want to log out of your An application account?')).toBeVisible()
    await button(visitor, 'No').click()
    await see(page.getByText('You have not been logged out. You may close this page.')).toBeVisible()
    await visitor.visit(`/${version}`)
    expect(await visitor.call('session.authenticate')).toMatchObject({ status_code: 200 })

    await consentPage(visitor, { ...leaving, id_token_hint: id_token })
    await page.waitForURL(`${home()}?state=bye`)
    await visitor.visit(`/${version}`)
    expect(await visitor.call('session.getSync')).toBeNull()

    // The hint names a session that has ended: this is another one.
    const again = { email: visitor.email, password: 'quiet-otters-fold-paper', session_duration_minutes: 60 }
    await visitor.call('passwords.authenticate', again)
    await consentPage(visitor, { ...leaving, id_token_hint: id_token })
    await button(visitor, 'Yes').click()
    await page.waitForURL(`${home()}?state=bye`)
    await visitor.visit(`/${version}`)
    expect(await visitor.call('session.getSync')).toBeNull()
  })

  // Before 5.45 its screen alone can call these.
  if (version === '5.18.7') return
  test('its own client calls fetch the request, submit the decision, and log out', async () => {
    const visitor = await signedIn()
    const { scope = '', ...params } = await asked()
    const request = { ...params, scopes: scope.split(' ') }
    const started = await visitor.call('idp.oauthAuthorizeStart', request)
    expect(started).toMatchObject({
      status_code: 200,
      consent_required: true,
      client: { client_name: 'Reader' },
    })
    expect(
      await visitor.call('idp.oauthLogoutStart', { client_id: params.client_id, post_logout_redirect_uri: home() }),
    ).toMatchObject({ consent_required: true, redirect_uri: home() })
    const refused = await visitor.refusal('idp.oauthAuthorizeStart', { ...request, client_id: 'nobody' })
    expect(refused).toMatchObject({ name: 'StytchAPIError', error_type: 'connected_app_not_found' })
    const answered = await visitor.call('idp.oauthAuthorizeSubmit', { ...request, consent_granted: true })
    expect(answered).toMatchObject({
      authorization_code: expect.any(String),
      redirect_uri: expect.stringContaining(back()),
    })
  })
})
