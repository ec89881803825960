import { expect, test } from 'vitest'
import { authResult, createWorld, ok, refusal } from '../testing/index.ts'

const page = 'http://localhost/in?tab=2'
const link = `${page}&stytch_token_type=magic_links&token=abc#top`

const open = (address: string) => {
  const world = createWorld()
  for (const path of ['/magic_links/authenticate', '/oauth/authenticate'])
    world.provider.answer(`POST ${path}`, () => ok(authResult()))
  return { provider: world.provider, ...world.open({}, { address }) }
}

test('a magic link token signs in and is removed from the URL, keeping the rest', async () => {
  const { client, address, provider } = open(link)
  const done = client.authenticateByUrl({ session_duration_minutes: 60 })
  expect(address()).toBe('http://localhost/in?tab=2#top')
  expect(await done).toMatchObject({ type: 'magic_links', data: { status_code: 200 } })
  expect(provider.asked('POST /magic_links/authenticate').map(({ body }) => body)).toEqual([
    { token: 'abc', session_duration_minutes: 60 },
  ])
  expect(client.user.getSync()).not.toBeNull()
})

test('an OAuth token signs in for 30 minutes unless the page sets a duration', async () => {
  const { client, provider } = open(`${page}&stytch_token_type=oauth&token=abc`)
  expect(await client.authenticateByUrl()).toMatchObject({ type: 'oauth' })
  expect(provider.asked('POST /oauth/authenticate')[0]?.body).toEqual({ token: 'abc', session_duration_minutes: 30 })
})

test('a token is sent once even if the page calls twice', async () => {
  const { client, provider } = open(link)
  const answers = await Promise.all([client.authenticateByUrl(), client.authenticateByUrl()])
  expect(answers[1]).toBeNull()
  expect(provider.asked('POST /magic_links/authenticate')).toHaveLength(1)
})

test('an expired link’s error reaches the page, and its token is removed from the URL', async () => {
  const { client, address, provider } = open(link)
  provider.answer('POST /magic_links/authenticate', () => refusal('unable_to_auth_magic_link'))
  await expect(client.authenticateByUrl()).rejects.toMatchObject({ error_type: 'unable_to_auth_magic_link' })
  expect(address()).toBe('http://localhost/in?tab=2#top')
})

test.each([page, `${page}&stytch_token_type=reset_password&token=abc`, `${page}&token=abc`])(
  'the call resolves with null and changes nothing at %s',
  async address => {
    const tab = open(address)
    expect(await tab.client.authenticateByUrl()).toBeNull()
    expect(tab.address()).toBe(address)
  },
)

test('an invalid session duration is rejected', () =>
  expect(open(link).client.authenticateByUrl({ session_duration_minutes: '60' as never })).rejects.toThrow(
    'authenticateByUrl: session_duration_minutes must be a number.',
  ))
