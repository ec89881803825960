import type { OAuthProvider } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { identityUnderTest, readMailbox } from '../../testing/index.ts'
import { oauthFactor } from './factor.ts'
import { oauthSettings } from './settings.ts'
import { adaAt, browserAt, loginUrl, oauthUnderTest, oneTapAt, registered, signupUrl } from './testing/index.ts'

// What the pages of a sign-in answer apart from the sign-in itself.

const open = async (...names: OAuthProvider[]) => {
  const under = await oauthUnderTest()
  for (const name of names) await under.register(name)
  return { ...under, browser: browserAt(under) }
}
const isKeptByNobody = ({ headers }: Response) => [headers.get('Cache-Control'), headers.get('Referrer-Policy')]
const kept = ['no-store', 'no-referrer']

describe('the page where a mailed code is entered', () => {
  const waiting = async () => {
    const under = await open('github')
    const { provider, browser, fake } = under
    await provider.configure({ strictLinking: true })
    await provider.addUser('ada@example.org')
    fake.lie('github', { person: { email: 'ada@example.org', isVerified: true } })
    const page = (await browser.signIn('github')).href
    const enter = (code: string) =>
      browser.go(page, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ code }).toString(),
      })
    const [mail] = await readMailbox(provider, 'ada@example.org', 1)
    const code = mail?.code ?? ''
    return { ...under, page, enter, code, wrong: code === '000000' ? '111111' : '000000' }
  }

  test('says for which application and which address it is, and finds nothing wrong yet', async () => {
    const { browser, page, provider } = await waiting()
    const { name } = await provider.project()
    const shown = await browser.go(page)
    expect([shown.status, ...isKeptByNobody(shown)]).toEqual([200, ...kept])
    const text = await shown.text()
    expect(text).toContain(name)
    expect(text).toContain('<strong>ada@example.org</strong>')
    expect(text).not.toMatch(/aria-invalid="true"|<p role="alert"/)
  })

  test('says that a code is wrong, and takes the right one written with spaces', async () => {
    const { enter, code, wrong } = await waiting()
    const refused = await enter(wrong)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/aria-invalid="true" aria-describedby="wrong"[\s\S]*role="alert" id="wrong"/)
    const answer = await enter(` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([answer.status, ...isKeptByNobody(answer)]).toEqual([303, ...kept])
    expect(answer.headers.get('Location')).toContain(loginUrl)
  })

  test('has a form that can end at the pages of the application, and nowhere else', async () => {
    const { browser, page } = await waiting()
    const policy = (await browser.go(page)).headers.get('Content-Security-Policy') ?? ''
    const [form] = /form-action [^;]*/.exec(policy) ?? []
    expect(form).toBe(`form-action 'self' ${new URL(loginUrl).origin}`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('is gone with its code, with what it waits for, and in a project that there is not', async () => {
    const { browser, page, enter, code, provider } = await waiting()
    await provider.db.deleteFrom('oauth_parcels').execute()
    expect((await browser.go(page)).status).toBe(401)
    expect((await enter(code)).status).toBe(401)
    expect((await browser.go(page.replace(/waiting=[^&]+/, 'waiting=x'))).status).toBe(401)
    expect((await browser.go(page.replace(/project-[\w-]+/, 'project-test-nobody'))).status).toBe(404)
  })

  test('works once: neither the page nor the code is left', async () => {
    const { enter, code, provider } = await waiting()
    expect((await enter(code)).status).toBe(303)
    const rows = await provider.db.selectFrom('single_use_secrets').select(['kind', 'used_at']).execute()
    const spent = rows.filter(({ kind }) => kind === 'oauth_confirm' || kind === 'oauth_code')
    expect(spent.map(({ used_at }) => used_at)).toEqual([expect.any(Number), expect.any(Number)])
    expect((await enter(code)).status).toBe(401)
  })
})

describe('the address to which a provider sends people back', () => {
  test('is one of a project and a provider', async () => {
    const { browser, fake } = await open('google')
    const { redirectUri, params } = fake.visit(await browser.start('google'))
    for (const [part, other] of [
      [/\/google$/, '/nobody'],
      [/project-[\w-]+/, 'project-test-nobody'],
    ] as const) {
      const answer = await browser.go(`${redirectUri.replace(part, other)}?${params}`)
      expect([answer.status, ...isKeptByNobody(answer)]).toEqual([404, ...kept])
    }
    expect((await browser.go(`${redirectUri}?${params}`)).status).toBe(302)
  })

  test('takes what Apple posted once', async () => {
    const { browser, fake, provider } = await open('apple')
    const { redirectUri, params } = fake.visit(await browser.start('apple'))
    const posted = await provider.app.request(redirectUri, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://appleid.apple.com',
        'Sec-Fetch-Site': 'cross-site',
      },
      body: params.toString(),
    })
    const onwards = new URL(posted.headers.get('Location') ?? '', redirectUri).href
    expect((await browser.go(onwards.replace(/posted=.*/, 'posted=x'))).status).toBe(400)
    expect((await browser.go(onwards)).status).toBe(302)
    expect((await browser.go(onwards)).status).toBe(400)
  })
})

describe('One Tap', () => {
  const tapped = async () => {
    const under = await open('google')
    const credential = () => under.fake.credential(registered.clientId('google'), adaAt('google'), null)
    return { ...under, ...oneTapAt(under), credential }
  }

  test('asks with a cookie for five minutes, and with a nonce only where the page wants one', async () => {
    const { start } = await tapped()
    const { cookie, json } = await start()
    expect(cookie).toMatch(/^stytch_csrf_token=[\w-]{36}; Max-Age=300; Path=\/; SameSite=None; Secure; Partitioned$/)
    expect(json).not.toHaveProperty('nonce')
    expect(json).not.toHaveProperty('script_url')
    expect((await start({ nonce: 'on' })).json.nonce).toMatch(/^[\w-]{36}$/)
  })

  test('keeps the cookie that a frame has already, if it is one of ours', async () => {
    const { provider, start } = await tapped()
    const { csrf } = await start()
    const again = async (cookie: string) => {
      const query = new URLSearchParams({ public_token: provider.publicToken })
      const answer = await provider.app.request(
        `${provider.settings.identity.origin}/v1/public/oauth/google/onetap/start?${query}`,
        { headers: { Cookie: `stytch_csrf_token=${cookie}` } },
      )
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      return /^stytch_csrf_token=([^;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1]
    }
    expect(await again(csrf)).toBe(csrf)
    for (const odd of ['', 'x', `${csrf}x`, `!${csrf}`]) expect(await again(odd)).not.toBe(odd)
  })

  test('answers nobody but our frame, in JSON', async () => {
    const { provider, start, submit, credential } = await tapped()
    const prompt = await start()
    const { origin } = provider.settings.identity
    const answer = await provider.app.request(`${origin}/v1/oauth/callback/${prompt.json.oauth_callback_id}`, {
      method: 'POST',
      headers: { 'X-Stytch-OAuth-Type': 'google-one-tap', Cookie: `stytch_csrf_token=${prompt.csrf}` },
      body: '{',
    })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    expect((await submit(prompt, await credential())).status).toBe(200)
  })

  test('is played on this machine where nobody has registered a client', async () => {
    const provider = await identityUnderTest()
    await provider.configure({ redirectUrls: { login: [loginUrl], signup: [signupUrl], reset_password: [] } })
    const { json } = await oneTapAt({ provider } as Parameters<typeof oneTapAt>[0]).start()
    const { origin } = provider.settings.identity
    expect(json.script_url).toBe(`${origin}/sandbox/oauth/accounts.google.com/gsi/client`)
    expect(json.google_client_id).toBe('sandbox-google')
  })
})

describe('a provider that has to give an id_token', () => {
  test.each(['google', 'microsoft'] as const)('and gives none signs nobody in: %s', async name => {
    const { browser, fake } = await open(name)
    fake.lie(name, {
      token: ({ body }) => {
        const { id_token: _, ...rest } = body as Record<string, unknown>
        return { status: 200, body: rest }
      },
    })
    expect((await browser.signIn(name)).searchParams.get('error')).toBe('id_token_invalid')
  })

  test('and names one tenant in its answer and another in the id_token signs nobody in', async () => {
    const { browser, fake } = await open('microsoft')
    const issuer = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`
    fake.lie('microsoft', {
      callback: params => params.set('iss', issuer('11111111-2222-4333-8444-555555555555')),
    })
    const landed = await browser.signIn('microsoft')
    expect([landed.searchParams.has('token'), landed.searchParams.get('error')]).toEqual([false, 'id_token_invalid'])
    fake.lie('microsoft', {
      callback: params => params.set('iss', issuer('9188040d-6c67-4c5b-b112-36a304b66dad')),
    })
    expect((await browser.signIn('microsoft')).searchParams.has('token')).toBe(true)
  })
})

test('an account at a provider is a way in, and no account there is none', () => {
  const user = (count: number) =>
    ({ providers: Array.from({ length: count }, () => ({})) }) as unknown as Parameters<typeof oauthFactor.isWayIn>[0]
  expect([0, 1, 2].map(count => oauthFactor.isWayIn(user(count)))).toEqual([false, true, true])
})

test('mailed codes are turned on and off by the operator', () => {
  const { apply } = oauthSettings['strict-linking']
  const set = (word: string) => apply({} as never, [word] as never)
  expect([set('on'), set('off')]).toEqual([{ strictLinking: true }, { strictLinking: false }])
})
