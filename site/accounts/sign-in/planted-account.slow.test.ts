import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../testing/index.ts'

// A full account pre-hijacking attack on the running product: the attacker creates an account with the victim's address and waits for them.

const password = 'a-strangers-own-password'
const minutes = { session_duration_minutes: 60 }
let people = 0
const somebody = (): string => {
  people += 1
  return `owner${people}@example.org`
}

/** Browser without JavaScript: follows no redirects, stores cookies, and sends fetch metadata. */
const browserAt = (product: RunningProduct) => {
  const cookies = new Map<string, string>()
  const send = async (path: string, fetchSite: string, form?: Record<string, string>) => {
    const answer = await fetch(product.origin + path, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': fetchSite,
        'sec-fetch-dest': 'document',
        cookie: [...cookies].map(pair => pair.join('=')).join('; '),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0/.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return {
    cookies,
    opens: (path: string) => send(path, 'none'),
    presses: (path: string, form: Record<string, string>) => send(path, 'same-origin', form),
  }
}

type Planted = { token: string; userId: string; phone: string }

/** The code that was texted, spent. */
const proveByText = async (
  product: RunningProduct,
  phone: string,
  methodId: unknown,
  texts: number,
  session?: string,
) => {
  const [{ code }] = await product.mails(phone, texts)
  return product.sdk('/otps/authenticate', { token: code, method_id: methodId, ...minutes }, session)
}

/** As an attacker, creates an account with the victim's address and adds credentials to it: a password and a phone. */
const plant = async (product: RunningProduct, email: string): Promise<Planted> => {
  const { session_token, user_id } = await product.sdk('/passwords', { email, password, ...minutes })
  const phone = `+1415555${String(2670 + people)}`
  const wish = { phone_number: phone, expiration_minutes: 5 }
  const { method_id } = await product.sdk('/otps/sms/send/secondary', wish, String(session_token))
  const proved = await proveByText(product, phone, method_id, 1, String(session_token))
  return { token: String(proved.session_token), userId: String(user_id), phone }
}

/** Returns the path and token of the link that the owner requested. */
const mailedLink = async (product: RunningProduct, email: string) => {
  await product.sdk('/magic_links/email/login_or_create', {
    email,
    login_magic_link_url: `${product.origin}/authenticate`,
  })
  const url = new URL(await product.mailedLink(email))
  return { path: url.pathname + url.search, token: url.searchParams.get('token') ?? '' }
}

/** Asserts that none of the attacker's credentials works. */
const expectOwnersAlone = async (product: RunningProduct, email: string, { token, userId, phone }: Planted) => {
  await expect(product.sdk('/sessions/authenticate', {}, token)).rejects.toThrow(/session/i)
  await expect(product.sdk('/passwords/authenticate', { email, password, ...minutes })).rejects.toThrow(/password/)
  const wish = { phone_number: phone, expiration_minutes: 5 }
  const { method_id } = await product.sdk('/otps/sms/login_or_create', wish)
  expect((await proveByText(product, phone, method_id, 2)).user_id).not.toBe(userId)
}

describeStore('somebody has made an account with another’s address', [], (open, store) => {
  /** Starts the product on data of its own, as often as the test wants. */
  const place = async (): Promise<() => Promise<RunningProduct>> => {
    const [site, identity] = [store.placeOf(await open()), store.placeOf(await open())]
    const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-planted-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    return async () => {
      const product = await runProduct(dataDir, {
        ...(site.url !== undefined && { DATABASE_URL: site.url }),
        ...(identity.url !== undefined && { IDENTITY_DATABASE_URL: identity.url }),
      })
      onTestFinished(async () => void (await product.stop()))
      return product
    }
  }
  const start = async (): Promise<RunningProduct> => (await place())()

  test('a planted account does not survive the owner’s first magic link, even if a link carried its session', async () => {
    const product = await start()
    const email = somebody()
    const planted = await plant(product, email)

    const owner = browserAt(product)
    // The question shows the address that the attacker verified, never the one they only entered.
    const lure = await owner.opens(`/authenticate?session_token=${planted.token}`)
    expect(lure.text).toContain(planted.phone)
    expect(lure.text).not.toContain(email)
    await owner.opens(`/10.48550/arxiv.1706.03762?auth_success=true&session_token=${planted.token}`)
    expect([...owner.cookies.keys()]).toEqual([])

    const { path, token } = await mailedLink(product, email)
    expect((await owner.opens(path)).status).toBe(200)
    const pressed = await owner.presses('/authenticate', { stytch_token_type: 'magic_links', token })
    expect(pressed.status).toBe(303)
    expect(owner.cookies.get('corroborate_session')).toMatch(/^[\w-]{43}\./)
    expect(owner.cookies.get('corroborate_session')).not.toContain(planted.token)
    await expectOwnersAlone(product, email, planted)
  })

  test('a planted account does not survive the owner’s magic link in a browser with its session', async () => {
    const product = await start()
    const email = somebody()
    const planted = await plant(product, email)
    const owner = browserAt(product)
    owner.cookies.set('corroborate_session', `${planted.token}.`)
    const { token } = await mailedLink(product, email)
    await owner.presses('/authenticate', { stytch_token_type: 'magic_links', token })
    expect(owner.cookies.get('corroborate_session')).toMatch(/^[\w-]{43}\./)
    expect(owner.cookies.get('corroborate_session')).not.toContain(planted.token)
    await expectOwnersAlone(product, email, planted)
  })

  test('a stranger’s votes are deleted at the owner’s first visit, even if every server is killed then', async () => {
    const startHere = await place()
    const product = await startHere()
    const email = somebody()
    const paper = '/10.48550/arxiv.1706.03762'
    const { session_token } = await product.sdk('/passwords', { email, password, ...minutes })
    const vote = async ({ origin }: RunningProduct, token: unknown, voteType: string) => {
      const headers = { 'content-type': 'application/json', cookie: `corroborate_session=${token}.`, origin }
      const answer = await fetch(`${origin}${paper}/vote`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ voteType }),
      })
      return ((await answer.json()) as { counts: object }).counts
    }
    expect(await vote(product, session_token, 'upvote')).toEqual({ upvotes: 1, downvotes: 0, signedIn: 0 })

    const { token } = await mailedLink(product, email)
    const owner = await product.sdk('/magic_links/authenticate', { token, ...minutes })
    // On one engine: a worker that dies with a job in hand lets the next one wait for half a minute.
    const isKilled = store.engine === 'sqlite'
    if (isKilled) await product.kill()
    const again = isKilled ? await startHere() : product
    const shown = async () => (await (await fetch(again.origin + paper)).text()).includes('No votes yet')
    await expect.poll(shown).toBe(true)
    expect(await vote(again, owner.session_token, 'downvote')).toEqual({ upvotes: 0, downvotes: 1, signedIn: 1 })
  })
})
