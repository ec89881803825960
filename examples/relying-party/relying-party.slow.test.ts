import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, runServer } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'

const at = (file: string) => join(import.meta.dirname, file)
const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000001'

type Data = Record<string, string>

/** Starts the provider and the application as separate processes, with an existing account. */
const open = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'relying-party-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const environment = {
    DATA_DIR: dataDir,
    IDENTITY_PORT: String(await freePort()),
    IDENTITY_PUBLIC_TOKEN: publicToken,
  }
  const provider = await runServer(at('../../identity/start.ts'), environment)
  onTestFinished(async () => void (await provider.stop()))
  const home = `http://localhost:${await freePort()}`
  const application = await runServer(at('start.ts'), environment, [home])
  onTestFinished(async () => void (await application.stop()))

  const sdk = async (path: string, body: object, session = publicToken): Promise<Data> => {
    const answer = await fetch(`${provider.origin}/sdk/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${publicToken}:${session}`)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const { data, ...problem } = (await answer.json()) as { data?: Data }
    if (data === undefined) throw new Error(JSON.stringify(problem))
    return data
  }
  const person = { email: 'ada@example.org', password: 'correct horse battery staple 9' }
  const account = await sdk('/passwords', { ...person, session_duration_minutes: 60 })
  return { home, sdk, account }
}

/** Creates a minimal browser for the application: stores cookies and doesn't follow redirects. */
const openBrowser = () => {
  let cookie = ''
  return async (url: string) => {
    const answer = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { text: await answer.text(), leads: answer.headers.get('Location') ?? '', cookie }
  }
}

test('the relying party signs in a user who consents, shows their profile, and signs them out', async () => {
  const { home, sdk, account } = await open()
  const { session_token: session = '', user_id: userId = '' } = account
  const get = openBrowser()
  expect((await get(home)).text).toContain('Sign in with Corroborate')

  // Endpoint of the consent page.
  const allow = async (url: string): Promise<string> => {
    const { scope = '', ...asked } = Object.fromEntries(new URL(url).searchParams)
    const request = { ...asked, scopes: scope.split(' ') }
    await sdk('/idp/oauth/authorize/start', request, session)
    const answer = await sdk('/idp/oauth/authorize/submit', { ...request, consent_granted: true }, session)
    return answer.redirect_uri ?? ''
  }
  const before = await get(`${home}/sign-in`)
  const back = await allow(before.leads)
  expect((await openBrowser()(back)).text).toContain('Nobody was signed in')
  const after = await get(back)
  expect([after.leads, after.cookie === before.cookie]).toEqual(['/', false])
  expect((await get(home)).text).toContain(`Signed in as <strong>${userId}`)
  expect((await get(`${home}/back?code=x&state=y`)).text).toContain('Nobody was signed in')

  const leaving = (await get(`${home}/sign-out`)).leads
  const left = await sdk('/oauth/logout/start', Object.fromEntries(new URL(leaving).searchParams), session)
  expect(left).toMatchObject({ consent_required: false, redirect_uri: `${home}/` })
  expect((await get(home)).text).toContain('Nobody is signed in')

  const refused = await get(`${home}/sign-in`)
  const state = new URL(refused.leads).searchParams.get('state')
  expect((await get(`${home}/back?error=access_denied&state=${state}`)).text).toContain('Nobody was signed in')
})
