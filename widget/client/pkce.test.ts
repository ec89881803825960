import { createHash } from 'node:crypto'
import { type PkceFlow, type PkcePair, storageKeys } from '@corroborate/wire/storage'
import { describe, expect, test } from 'vitest'
import { authResult, createWorld, held, ok, publicToken, refusal } from './testing/index.ts'

const minutes = { session_duration_minutes: 60 }
const email = 'ada@example.org'
const mail = 'POST /magic_links/email/login_or_create'
const authenticate = 'POST /magic_links/authenticate'

/** A client of a project that wants proof keys everywhere, or nowhere. */
const open = ({ isRequired = true } = {}) => {
  const world = createWorld()
  world.provider.answer(`GET /projects/bootstrap/${publicToken}`, () =>
    ok({
      pkce_required_for_email_magic_links: isRequired,
      pkce_required_for_password_resets: isRequired,
      pkce_required_for_oauth: isRequired,
    }),
  )
  const key = (flow: PkceFlow) => storageKeys.pkce(publicToken, flow)
  return {
    ...world,
    ...world.open(),
    pair: (flow: PkceFlow): PkcePair | null => JSON.parse(world.storage.get(key(flow)) ?? 'null'),
    keep: (flow: PkceFlow, name: string) =>
      world.storage.set(
        key(flow),
        JSON.stringify({ code_challenge: `${name} challenge`, code_verifier: `${name} verifier` }),
      ),
    bodies: (call: string) => world.provider.asked(call).map(({ body }) => body as Record<string, unknown>),
  }
}

describe('magic link with PKCE', () => {
  test('a magic link is requested with a challenge and authenticated with the verifier, then deleted', async () => {
    const { client, provider, pair, bodies } = open()
    await client.magicLinks.email.loginOrCreate(email)
    const kept = pair('magic_links')
    expect(kept?.code_verifier).toMatch(/^[\da-f]{43,128}$/)
    expect(kept?.code_challenge).toBe(
      createHash('sha256')
        .update(kept?.code_verifier ?? '')
        .digest('base64url'),
    )
    expect(bodies(mail)).toEqual([{ email, code_challenge: kept?.code_challenge }])

    provider.answer(authenticate, () => ok(authResult()))
    await client.magicLinks.authenticate('token', minutes)
    expect(bodies(authenticate)).toEqual([{ token: 'token', ...minutes, code_verifier: kept?.code_verifier }])
    expect(pair('magic_links')).toBeNull()
  })

  test('a repeated request uses the same challenge, so that both emails work', async () => {
    const { client, bodies } = open()
    await client.magicLinks.email.loginOrCreate(email)
    await Promise.all([client.magicLinks.email.loginOrCreate(email), client.magicLinks.email.send(email)])
    const challenges = [...bodies(mail), ...bodies('POST /magic_links/email/send/primary')].map(
      body => body.code_challenge,
    )
    expect(challenges).toHaveLength(3)
    expect(new Set(challenges).size).toBe(1)
  })

  test('concurrent requests share a challenge', async () => {
    const { client, bodies } = open()
    await Promise.all([client.magicLinks.email.loginOrCreate(email), client.magicLinks.email.loginOrCreate(email)])
    const [one, other] = bodies(mail)
    expect(one?.code_challenge).toBe(other?.code_challenge)
  })

  test('a rejected magic link can be retried', async () => {
    const { client, provider, pair } = open()
    await client.magicLinks.email.loginOrCreate(email)
    provider.answer(authenticate, () => refusal('internal_server_error'))
    await expect(client.magicLinks.authenticate('token', minutes)).rejects.toThrow()
    expect(pair('magic_links')).not.toBeNull()
  })

  test('no PKCE is used if the project does not require it', async () => {
    const { client, pair, bodies } = open({ isRequired: false })
    await client.magicLinks.email.loginOrCreate(email)
    await client.magicLinks.authenticate('token', minutes)
    expect(bodies(mail)).toEqual([{ email }])
    expect(bodies(authenticate)).toEqual([{ token: 'token', ...minutes }])
    expect(pair('magic_links')).toBeNull()
  })
})

describe('password reset with PKCE', () => {
  test('a password reset has its own key pair', async () => {
    const { client, pair, bodies } = open()
    await client.magicLinks.email.loginOrCreate(email)
    await client.passwords.resetByEmailStart({ email })
    const kept = pair('passwords')
    expect(kept?.code_verifier).not.toBe(pair('magic_links')?.code_verifier)
    expect(bodies('POST /passwords/email/reset/start')).toEqual([{ email, code_challenge: kept?.code_challenge }])

    await client.passwords.resetByEmail({ token: 'token', password: 'secret', ...minutes })
    expect(bodies('POST /passwords/email/reset')).toEqual([
      { token: 'token', password: 'secret', ...minutes, code_verifier: kept?.code_verifier },
    ])
    expect(pair('passwords')).toBeNull()
    expect(pair('magic_links')).not.toBeNull()
  })
})

describe('magic link during a password reset', () => {
  const sent = (verifier?: string) => ({ token: 'token', ...minutes, ...(verifier && { code_verifier: verifier }) })

  test('a reset email’s log-in link is authenticated with its verifier', async () => {
    const { client, keep, pair, bodies } = open()
    keep('passwords', 'reset')
    keep('magic_links', 'link')
    await client.magicLinks.authenticate('token', minutes)
    expect(bodies(authenticate)).toEqual([sent('reset verifier')])
    expect(pair('passwords')).toBeNull()
    expect(pair('magic_links')).not.toBeNull()
  })

  test.each(['pkce_mismatch', 'pkce_did_not_expect_code_verifier'] as const)(
    'another link is authenticated with the other verifier after %s',
    async type => {
      const { client, provider, keep, pair, bodies } = open()
      keep('passwords', 'reset')
      keep('magic_links', 'link')
      provider.answer(authenticate, ({ body }) =>
        (body as { code_verifier: string }).code_verifier === 'link verifier' ? ok(authResult()) : refusal(type),
      )
      expect(await client.magicLinks.authenticate('token', minutes)).toMatchObject({ session_token: 'token-1' })
      expect(bodies(authenticate)).toEqual([sent('reset verifier'), sent('link verifier')])
      expect(pair('magic_links')).toBeNull()
      expect(pair('passwords')).not.toBeNull()
    },
  )

  test('a link from before PKCE was required still works', async () => {
    const { client, provider, keep, bodies } = open()
    keep('passwords', 'reset')
    provider.answer(authenticate, ({ body }) =>
      'code_verifier' in (body as object) ? refusal('pkce_did_not_expect_code_verifier') : ok(authResult()),
    )
    await client.magicLinks.authenticate('token', minutes)
    expect(bodies(authenticate)).toEqual([sent('reset verifier'), sent()])
  })

  test('a link rejected for another reason is not retried', async () => {
    const { client, provider, keep, bodies } = open()
    keep('passwords', 'reset')
    keep('magic_links', 'link')
    provider.answer(authenticate, () => refusal('unable_to_auth_magic_link'))
    await expect(client.magicLinks.authenticate('token', minutes)).rejects.toMatchObject({
      error_type: 'unable_to_auth_magic_link',
    })
    expect(bodies(authenticate)).toHaveLength(1)
  })
})

test('corrupt stored keys count as missing', async () => {
  const { client, storage, bodies } = open()
  storage.set(storageKeys.pkce(publicToken, 'magic_links'), '{"code_verifier":5}')
  await client.magicLinks.authenticate('token', minutes)
  expect(bodies(authenticate)[0]).not.toHaveProperty('code_verifier')
})

test('sending an email waits until the project’s PKCE setting is known', async () => {
  const world = createWorld()
  const slow = held()
  world.provider.answer(`GET /projects/bootstrap/${publicToken}`, slow.answering)
  const asked = world.open().client.magicLinks.email.loginOrCreate(email)
  await world.pass(0)
  expect(world.provider.asked(mail)).toEqual([])
  slow.release(ok({ pkce_required_for_email_magic_links: true }))
  await asked
  expect(world.provider.asked(mail)).toMatchObject([{ body: { code_challenge: expect.any(String) } }])
})
