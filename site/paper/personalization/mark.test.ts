import { gunzipSync } from 'node:zlib'
import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../testing/index.ts'

const paper = '/10.1000/x'
const mark = 'yours=1234-5678'
const removed = 'yours=; Max-Age=0; Path=/'
const usual = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }

describeStore<AppTables>('the mark of a browser whose script fetches what is its reader’s', siteMigrations, open => {
  const setUp = async () => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const { app, origin } = appUnderTest({
      db: await open(),
      identity: provider.origin,
      now: () => provider.clock.now,
    })
    const send = (path: string, cookie: string, init: RequestInit = {}) =>
      app.request(
        origin + path,
        {
          ...init,
          headers: {
            ...usual,
            ...(cookie !== '' && { cookie }),
            ...(typeof init.body === 'string' && { 'content-length': String(init.body.length) }),
            ...(init.headers as Record<string, string>),
          },
        },
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      )
    const form = (path: string, cookie: string, body: Record<string, string>) =>
      send(path, cookie, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
      })
    /** A call of the page's script. */
    const call = (path: string, cookie: string, body?: object) =>
      send(path, cookie, {
        headers: { accept: '*/*', 'sec-fetch-dest': 'empty', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    const signIn = (email: string) => {
      const { token } = provider.signIn(provider.addUser(email, { firstName: 'Ada' }))
      return { token, cookie: `corroborate_session=${token}.` }
    }
    /** A voter without an account. @returns their cookie */
    const visitor = async () =>
      ((await call(`${paper}/vote`, '', { voteType: 'upvote' })).headers.getSetCookie()[0] ?? '').replace(/;.*/, '')
    return { provider, send, form, call, signIn, visitor }
  }
  /** Possibly repeated: a form that ends or begins a session has two reasons. */
  const removals = (answer: Response) => [
    ...new Set(answer.headers.getSetCookie().filter(cookie => cookie.startsWith('yours='))),
  ]

  describe('removal of the personalization marker', () => {
    test('the marker is removed when a session starts, by script, link or button', async () => {
      const { send, form, call, signIn } = await setUp()
      const { token } = signIn('ada@example.org')
      const handed = `/authenticate?session_token=${token}`
      expect(removals(await call(handed, mark))).toEqual([removed])
      expect(removals(await call('/authenticate', mark, { session_token: token }))).toEqual([removed])
      expect(removals(await send(handed, mark))).toEqual([removed])
      expect(removals(await form('/authenticate', mark, { session_token: token }))).toEqual([removed])
    })

    test('the marker is removed when a session is replaced by another', async () => {
      const { call, signIn } = await setUp()
      const { cookie } = signIn('ada@example.org')
      for (const email of ['bob@example.org', 'ada@example.org']) {
        const { token } = signIn(email)
        const answer = await call(`/authenticate?session_token=${token}`, `${cookie}; ${mark}`)
        expect(removals(answer)).toEqual([removed])
      }
    })

    test('the marker is removed when a session is ended here, by URL or form', async () => {
      const { send, form, signIn } = await setUp()
      const byAddress = await send('/logout', `${signIn('ada@example.org').cookie}; ${mark}`)
      expect([byAddress.status, removals(byAddress)]).toEqual([303, [removed]])
      const byForm = await form('/logout', `${signIn('bob@example.org').cookie}; ${mark}`, {})
      expect([byForm.status, removals(byForm)]).toEqual([303, [removed]])
    })

    test('the marker is removed when a session turns out to have ended elsewhere', async () => {
      const { provider, send, signIn } = await setUp()
      const { cookie, token } = signIn('ada@example.org')
      provider.sessions.delete(token)
      // A private page, and the request of a shared page.
      for (const path of ['/account', `/yours?path=${paper}`])
        expect(removals(await send(path, `${cookie}; ${mark}`))).toEqual([removed])
    })

    test('the marker is removed after a form without JavaScript, so the next page is personal', async () => {
      const { send, form, signIn } = await setUp()
      const { cookie } = signIn('ada@example.org')
      const answer = await form(`${paper}/vote`, `${cookie}; ${mark}`, { voteType: 'upvote' })
      expect([answer.status, removals(answer)]).toEqual([303, [removed]])
      const next = (await (await send(paper, cookie)).json()) as { model: { sections: { vote: object } } }
      expect(next.model.sections.vote).toMatchObject({ votes: { mine: 'upvote' } })
    })
  })

  describe('keeping the personalization marker', () => {
    test('the marker is kept when a page’s script checks the session', async () => {
      const { call, signIn } = await setUp()
      const { cookie, token } = signIn('ada@example.org')
      const answer = await call(`/authenticate?session_token=${token}`, `${cookie}; ${mark}`)
      expect([answer.status, removals(answer)]).toEqual([200, []])
    })

    test('the marker is kept after a scripted vote, a page view, and the personalization request', async () => {
      const { send, call, signIn } = await setUp()
      const cookie = `${signIn('ada@example.org').cookie}; ${mark}`
      expect(removals(await call(`${paper}/vote`, cookie, { voteType: 'upvote' }))).toEqual([])
      expect(removals(await send(paper, cookie))).toEqual([])
      expect(removals(await send('/account', cookie))).toEqual([])
      expect(removals(await call(`/yours?path=${paper}`, cookie))).toEqual([])
    })

    test('the marker is kept after a rejected or scripted form, which shows no next page', async () => {
      const { send, form, signIn } = await setUp()
      const cookie = `${signIn('ada@example.org').cookie}; ${mark}`
      const refused = await form(`${paper}/vote`, cookie, { voteType: 'sideways' })
      expect([refused.status, removals(refused)]).toEqual([400, []])
      const byScript = await send(`${paper}/vote`, cookie, {
        method: 'POST',
        body: 'voteType=upvote',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([byScript.status, removals(byScript)]).toEqual([200, []])
    })

    test('the marker is never set by the server, nor removed where missing', async () => {
      const { send, form, call, signIn } = await setUp()
      const { token, cookie } = signIn('ada@example.org')
      const answers = [
        await call(`/authenticate?session_token=${token}`, ''),
        await send(paper, cookie),
        await form(`${paper}/vote`, cookie, { voteType: 'upvote' }),
        await send('/logout', cookie),
      ]
      expect(answers.flatMap(removals)).toEqual([])
    })
  })

  test('a session without the marker gets its own uncached page with nonce, name and vote', async () => {
    const { send, form, signIn } = await setUp()
    const { cookie } = signIn('ada@example.org')
    await form(`${paper}/vote`, cookie, { voteType: 'downvote' })
    for (const path of [paper, '/about']) {
      const answer = await send(path, cookie)
      const { nonce, reader } = (await answer.json()) as { nonce: string | null; reader: object }
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(nonce).toMatch(/.{16}/)
      expect(reader).toMatchObject({ signedIn: true, name: 'Ada' })
    }
    expect(await (await send(paper, cookie)).text()).toContain('"mine":"downvote"')
  })

  test('with the marker everyone gets the byte-identical shared page', async () => {
    const { send, form, signIn, visitor } = await setUp()
    const { cookie } = signIn('ada@example.org')
    await form(`${paper}/vote`, cookie, { voteType: 'downvote' })
    const voter = await visitor()
    const ended = 'corroborate_session=of-nobody.'
    for (const path of [paper, '/about', '/'])
      for (const encoding of ['identity', 'gzip']) {
        const headers = { 'accept-encoding': encoding }
        const all = [voter, cookie, `${voter}; ${cookie}`, ended, 'corroborate_session=', 'other=1']
        // A page is compressed for caching on its second request.
        await send(path, '', { headers })
        const strangers = await sent(await send(path, '', { headers }))
        for (const own of all) expect(await sent(await send(path, `${own}; ${mark}`, { headers }))).toEqual(strangers)
        expect(strangers.cookies).toEqual([])
        expect(strangers.headers['cache-control']).toMatch(/^public/)
        expect(strangers.headers.etag).toMatch(/^"[\w-]{22}(-gzip)?"$/)
        expect(strangers.headers['content-security-policy']).not.toContain('nonce-')
        expect(strangers.text).toContain('"nonce":null')
        expect(strangers.text).not.toMatch(/Ada|"mine":"/)
      }
  })
})

/** All of an answer that may not differ from one reader to the next. */
const sent = async (answer: Response) => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(answer.headers)
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString()
  return { status: answer.status, headers, cookies: answer.headers.getSetCookie(), bytes: bytes.toString('hex'), text }
}
