import { describe, expect, test } from 'vitest'
import { identityUnderTest, readMailbox } from '../../testing/index.ts'

const ada = 'ada@example.org'
const password = 'lantern-gravel-opus-41'
const another = 'thimble orbit quartz 77'
const session_duration_minutes = 60

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const open = () => identityUnderTest({ LIMITS_SCALE: '1000' })

describe('password reset for an unverified address', () => {
  const register = (provider: Provider, typed = password) =>
    provider.sdk('POST', '/passwords', { email: ada, password: typed, session_duration_minutes })
  const ask = (provider: Provider) => provider.sdk('POST', '/passwords/email/reset/start', { email: ada })
  const linksOf = async (provider: Provider, mails = 1) => {
    const [{ subject, links }] = await readMailbox(provider, ada, mails)
    const tokens = links.map(link => new URL(link).searchParams.get('token') ?? '')
    return { subject, reset: tokens[0] ?? '', login: tokens[1] ?? '' }
  }
  const isProved = async (provider: Provider) => {
    const [row] = await provider.db.selectFrom('user_emails').select('verified').execute()
    return Boolean(row?.verified)
  }

  test('the reset email asks to confirm the address, and the same password can be set again', async () => {
    const provider = await open()
    expect((await register(provider)).status).toBe(200)
    await ask(provider)
    const { subject, reset } = await linksOf(provider)
    expect([subject, await isProved(provider)]).toEqual(['Confirm your address for Corroborate', false])
    const answer = await provider.sdk('POST', '/passwords/email/reset', {
      token: reset,
      password,
      session_duration_minutes,
    })
    expect([answer.status, await isProved(provider)]).toEqual([200, true])
    await ask(provider)
    expect((await linksOf(provider, 3)).subject).toBe('Set a new password for Corroborate')
    const again = { email: ada, password, session_duration_minutes }
    expect((await provider.sdk('POST', '/passwords/authenticate', again)).status).toBe(200)
  })

  test('either link removes a stranger’s credentials, with or without the stranger’s session', async () => {
    for (const way of ['login', 'reset'] as const) {
      for (const planted of [true, false]) {
        const provider = await open()
        const stranger = await register(provider)
        await ask(provider)
        const links = await linksOf(provider)
        const session = planted ? String(stranger.data.session_token) : null
        const spent =
          way === 'login'
            ? await provider.sdk(
                'POST',
                '/magic_links/authenticate',
                { token: links.login, session_duration_minutes },
                { session },
              )
            : await provider.sdk(
                'POST',
                '/passwords/email/reset',
                { token: links.reset, password: another, session_duration_minutes },
                { session },
              )
        expect(spent.status).toBe(200)
        const known = { email: ada, password, session_duration_minutes }
        expect((await provider.sdk('POST', '/passwords/authenticate', known)).status).toBe(401)
        const old = String(stranger.data.session_token)
        expect((await provider.sdk('POST', '/sessions/authenticate', {}, { session: old })).status).toBe(401)
      }
    }
  })

  test('a repeated request sends the same email and invalidates the older links', async () => {
    const provider = await open()
    await register(provider)
    await ask(provider)
    const first = await linksOf(provider)
    await ask(provider)
    const second = await linksOf(provider, 2)
    expect(second.subject).toBe(first.subject)
    const spend = (token: string) =>
      provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect([(await spend(first.login)).status, (await spend(second.login)).status]).toEqual([401, 200])
  })
})
