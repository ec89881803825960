import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createPeople, type Person } from './index.ts'

const site = (secure: boolean) => {
  const people = createPeople({ secure })
  const app = new Hono()
  app.get('/too-early', c => c.text(failureOf(() => people[c.req.query('method') as 'known'](c))))
  app.use(async (c, next) => {
    people.noteNoSession(c)
    await next()
  })
  app.get('/known', c => c.json<Person | null>(people.known(c)))
  app.get('/recognised', c => c.json<Person>(people.recognised(c)))
  return app
}

const failureOf = (ask: () => unknown): string => {
  try {
    return JSON.stringify(ask())
  } catch (error) {
    return String(error)
  }
}

const cookieOf = (answer: Response) => answer.headers.get('set-cookie') ?? ''

describe('new visitor who only reads', () => {
  test('no cookie is set for reading', async () => {
    const answer = await site(false).request('/known')
    expect(await answer.json()).toBeNull()
    expect(cookieOf(answer)).toBe('')
  })
})

describe('new visitor who acts', () => {
  test('the response sets a long-lived HttpOnly cookie', async () => {
    const answer = await site(false).request('/recognised')
    expect(cookieOf(answer)).toMatch(/^visitor=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('over TLS the visitor cookie has the __Host- prefix', async () => {
    const answer = await site(true).request('/recognised')
    expect(cookieOf(answer)).toMatch(/^__Host-visitor=/)
    expect(cookieOf(answer)).toContain('; Secure')
  })

  test('the next request has the same visitor key, which does not reveal the cookie', async () => {
    const first = await site(false).request('/recognised')
    const person = (await first.json()) as Person
    const cookie = cookieOf(first).split(';')[0] ?? ''
    const second = await site(false).request('/known', { headers: { cookie } })
    expect(await second.json()).toEqual(person)
    expect(person.key).not.toContain(cookie.split('=')[1])
    expect(cookieOf(second)).toBe('')
  })
})

test.each(['', 'x', '0123456789012345678901234567890', 'aaaaaaaaaaaaaaaaaaaaa!'])(
  'the cookie %j is ignored',
  async value => {
    const answer = await site(false).request('/known', { headers: { cookie: `visitor=${value}` } })
    expect(await answer.json()).toBeNull()
  },
)

test.each(['known', 'recognised', 'account'])(
  'middleware calling %s before the session is known throws instead of assuming a visitor',
  async method => {
    const answer = await site(false).request(`/too-early?method=${method}`)
    expect(await answer.text()).toMatch(/not recognized yet: run this middleware in the phase `withSession`/)
  },
)
