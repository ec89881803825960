import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { commandsUnderTest } from './testing/index.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const { publicKey } = await generateKeyPair('ES256')
const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1' }] })
const files = { 'logo.png': png, 'keys.json': keySet }

type Made = { client_id: string; client_secret?: string }

const withApps = async () => {
  const provider = await commandsUnderTest()
  const create = async (options = '') => {
    const { json } = await provider.run(`app create --name Reader --redirect https://a.example/cb${options}`, { files })
    return json as Made
  }
  const rowOf = (id: string) =>
    provider.db.selectFrom('openid_clients').selectAll().where('client_id', '=', id).executeTakeFirstOrThrow()
  /** Makes an application one that registered itself. */
  const registerItself = (id: string) =>
    provider.db.updateTable('openid_clients').set({ origin: 'registered' }).where('client_id', '=', id).execute()
  const show = async (id: string) => (await provider.run(`app show ${id}`)).json
  return { ...provider, create, rowOf, registerItself, show }
}
const entry = { actor: 'operator:eve@desk', user_id: null }

describe('application commands', () => {
  test('app create prints id, secret and issuer', async () => {
    const { run, noted, settings, project, show, rowOf } = await withApps()
    const { json, text } = await run('app create --name Reader --redirect https://a.example/cb')
    const { client_id, client_secret } = json as Made
    const issuer = `${settings.identity.origin}/v1/public/${(await project()).id}`
    expect(json).toEqual({ client_id, client_secret: expect.stringMatching(/.{30}/), issuer })
    expect(text.split('\n')).toEqual([
      `client id      ${client_id}`,
      `client secret  ${client_secret}  (it is not shown again)`,
      `issuer         ${issuer}`,
    ])
    expect(await show(client_id)).toMatchObject({ first_party: false, public: false, has_logo: false })
    expect((await rowOf(client_id)).logo).toBeNull()
    expect(await noted()).toEqual([{ action: 'app.created', ...entry, details: { client_id, name: 'Reader' } }])
  })

  test('app create gives a public application no secret', async () => {
    const { run, show } = await withApps()
    const made = await run('app create --name Reader --redirect https://a.example/cb --public --first-party')
    const { client_id } = made.json as Made
    expect(made.json).toEqual({ client_id, issuer: expect.any(String) })
    expect(made.text).not.toContain('secret')
    expect(await show(client_id)).toMatchObject({ public: true, first_party: true })
  })

  test('app create accepts a logo', async () => {
    const { create, rowOf } = await withApps()
    const { client_id } = await create(' --logo logo.png')
    expect((await rowOf(client_id)).logo).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  test('app create applies its options', async () => {
    const { run, show } = await withApps()
    const words = [
      ...['app create --name Bank --description Lends --redirect https://a.example/cb --redirect https://b.example/cb'],
      ...[
        '--post-logout-redirect https://a.example/bye --backchannel-logout https://a.example/out --scope openid,email',
      ],
      ...['--resource https://api.example/ --serves https://own.example/ --client-credentials on --pkce off'],
      ...['--auth-method private_key_jwt --jwks-uri https://a.example/keys --profile none'],
    ]
    const { client_id } = (await run(words.join(' '))).json as Made
    expect(await show(client_id)).toMatchObject({
      ...{ name: 'Bank', description: 'Lends', redirect_urls: ['https://a.example/cb', 'https://b.example/cb'] },
      ...{ post_logout_redirect_urls: ['https://a.example/bye'], backchannel_logout_url: 'https://a.example/out' },
      ...{ scopes: ['openid', 'email'], resources: ['https://api.example/'], serves: ['https://own.example/'] },
      ...{ client_credentials: true, pkce: false, auth_method: 'private_key_jwt', profile: 'none' },
      ...{ jwks_uri: 'https://a.example/keys', key_ids: [], origin: 'operator' },
    })
  })

  test('app create needs a name', async () => {
    const { refusal, noted } = await withApps()
    expect(await refusal('app create --redirect https://a.example/cb')).toEqual([
      2,
      'Name the application with --name NAME.',
    ])
    expect(await noted()).toEqual([])
  })

  test('app list includes applications and marks self-registered ones', async () => {
    const { run, create, registerItself } = await withApps()
    expect(await run('app list')).toMatchObject({
      json: [],
      text: 'No applications yet. Create one with `app create --name NAME --redirect URL`.',
    })
    const { client_id } = await create()
    expect(await run('app list')).toMatchObject({ json: [{ client_id }], text: `${client_id}  Reader` })
    await registerItself(client_id)
    expect((await run('app list')).text).toBe(`${client_id}  Reader  (registered itself)`)
  })

  test('app show prints an application', async () => {
    const { run, create } = await withApps()
    const { client_id } = await create()
    const { json, text } = await run(`app show ${client_id}`)
    expect(json).toMatchObject({ client_id, name: 'Reader', redirect_urls: ['https://a.example/cb'] })
    expect(text).toMatch(new RegExp(`^client_id +${client_id}\nname +Reader\n`))
  })

  test.each(['show', 'set', 'rotate-secret', 'delete'])('an unknown application is reported (%s)', async act => {
    const { refusal } = await withApps()
    expect(await refusal(`app ${act} nobody`)).toEqual([1, 'No application with ID nobody. List them with `app list`.'])
  })

  test('app delete deletes an application', async () => {
    const { run, noted, create } = await withApps()
    const { client_id } = await create()
    expect(await run(`app delete ${client_id}`)).toMatchObject({
      json: { client_id, deleted: true },
      text: 'Deleted Reader and revoked its tokens.',
    })
    expect((await run('app list')).json).toEqual([])
    expect(await noted('app.deleted')).toEqual([
      { action: 'app.deleted', ...entry, details: { client_id, name: 'Reader' } },
    ])
  })
})

describe('app set', () => {
  test('app set logs the changed settings and keeps the secret', async () => {
    const { run, noted, create, rowOf, show } = await withApps()
    const { client_id } = await create(' --logo logo.png')
    const { secret_hash } = await rowOf(client_id)
    const set = await run(`app set ${client_id} --name Writer --first-party on`)
    expect(set.json).toEqual(await show(client_id))
    expect(set.json).toMatchObject({ name: 'Writer', first_party: true, has_logo: true })
    expect(set.text).toMatch(/^name +Writer$/m)
    expect(set.text).not.toContain('client secret')
    expect(await rowOf(client_id)).toMatchObject({ secret_hash, logo: expect.stringContaining('data:image/png') })
    expect(await noted('app.changed')).toEqual([
      // Under the name by which it was known.
      { action: 'app.changed', ...entry, details: { client_id, name: 'Reader', changed: ['name', 'first-party'] } },
    ])
    await run(`app set ${client_id} --description Reads`)
    expect(await show(client_id)).toMatchObject({ first_party: true, description: 'Reads' })
    await run(`app set ${client_id} --first-party off`)
    expect(await show(client_id)).toMatchObject({ first_party: false, name: 'Writer' })
  })

  test('app set sets and removes the logo', async () => {
    const { run, create, rowOf } = await withApps()
    const { client_id } = await create()
    expect((await run(`app set ${client_id} --logo logo.png`, { files })).json).toMatchObject({ has_logo: true })
    expect((await rowOf(client_id)).logo).toContain('data:image/png')
    expect((await run(`app set ${client_id} --logo none`)).json).toMatchObject({ has_logo: false })
    expect((await rowOf(client_id)).logo).toBeNull()
  })

  test('app set without options is rejected', async () => {
    const { refusal, noted, create } = await withApps()
    const { client_id } = await create()
    expect(await refusal(`app set ${client_id}`)).toEqual([2, 'Set at least one option.'])
    expect(await refusal(`app set ${client_id} --first-party maybe`)).toEqual([2, '--first-party must be on or off.'])
    expect(await noted('app.changed')).toEqual([])
  })

  test('switching to keys removes the secret, and switching back creates a new one', async () => {
    const { run, refusal, create, rowOf } = await withApps()
    const { client_id } = await create()
    const { secret_hash: first } = await rowOf(client_id)
    const own = await run(`app set ${client_id} --auth-method private_key_jwt --jwks keys.json`, { files })
    expect(own.json).toMatchObject({ auth_method: 'private_key_jwt', key_ids: ['key-1'] })
    expect(own.json).not.toHaveProperty('client_secret')
    expect((await rowOf(client_id)).secret_hash).toBeNull()
    expect(await refusal(`app rotate-secret ${client_id}`)).toEqual([
      1,
      'Reader authenticates with its own keys and has no secret.',
    ])
    const described = await run(`app set ${client_id} --description Reads`)
    expect(described.json).toMatchObject({ auth_method: 'private_key_jwt', description: 'Reads' })
    expect(described.json).not.toHaveProperty('client_secret')
    expect((await rowOf(client_id)).secret_hash).toBeNull()
    const back = await run(`app set ${client_id} --auth-method client_secret`)
    const { client_secret } = back.json as Made
    expect(back.json).toMatchObject({ auth_method: 'client_secret', client_secret: expect.stringMatching(/.{30}/) })
    expect(back.text.split('\n').at(-1)).toBe(`client secret  ${client_secret}  (it is not shown again)`)
    const { secret_hash: second } = await rowOf(client_id)
    expect(second).not.toBeNull()
    expect(second).not.toBe(first)
  })

  test('changing a public application gives it no secret', async () => {
    const { run, create, rowOf } = await withApps()
    const { client_id } = await create(' --public')
    const { json } = await run(`app set ${client_id} --name Writer`)
    expect(json).toMatchObject({ name: 'Writer', public: true })
    expect(json).not.toHaveProperty('client_secret')
    expect((await rowOf(client_id)).secret_hash).toBeNull()
  })

  test('changing a self-registered application keeps its authentication method', async () => {
    const { run, refusal, create, registerItself, show, publicToken } = await withApps()
    const { client_id } = await create()
    await registerItself(client_id)
    const refused = [1, 'Reader was dynamically registered and manages its own credentials.']
    expect(await refusal(`app set ${client_id} --auth-method private_key_jwt --jwks keys.json`, { files })).toEqual(
      refused,
    )
    await run(`project set ${publicToken} --pushed-requests on --dpop on --jwt-algorithm ES256`)
    expect(await refusal(`app set ${client_id} --profile fapi2 --jwks keys.json`, { files })).toEqual(refused)
    expect(await show(client_id)).toMatchObject({ auth_method: 'client_secret', profile: 'none' })
    expect((await run(`app set ${client_id} --name Writer`)).json).toMatchObject({ name: 'Writer' })
  })
})

test('FAPI 2.0 is accepted only if the project meets all its requirements', async () => {
  const { run, refusal, publicToken } = await withApps()
  const create = 'app create --name Bank --redirect https://a.example/cb --profile fapi2 --jwks keys.json'
  const lacks = (options: string) => [
    1,
    `This project lacks settings that FAPI 2.0 requires. Enable them with \`npm run identity -- project set ${publicToken} ${options}\`.`,
  ]
  expect(await refusal(create, { files })).toEqual(lacks('--pushed-requests on --dpop on --jwt-algorithm ES256'))
  await run(`project set ${publicToken} --pushed-requests on --dpop on`)
  expect(await refusal(create, { files })).toEqual(lacks('--jwt-algorithm ES256'))
  const plain = await run('app create --name Bank --redirect https://a.example/cb')
  const { client_id } = plain.json as Made
  const set = `app set ${client_id} --profile fapi2 --jwks keys.json`
  expect(await refusal(set, { files })).toEqual(lacks('--jwt-algorithm ES256'))
  await run(`project set ${publicToken} --jwt-algorithm ES256`)
  expect((await run(set, { files })).json).toMatchObject({ profile: 'fapi2' })
  expect((await run(create, { files })).code).toBe(0)
})

describe('app secret', () => {
  test('app secret replaces the secret and shows it once', async () => {
    const { run, noted, create, rowOf } = await withApps()
    const made = await create()
    const { client_id } = made
    const { secret_hash } = await rowOf(client_id)
    const { json, text } = await run(`app rotate-secret ${client_id}`)
    const { client_secret } = json as Made
    expect(json).toEqual({ client_id, client_secret, issuer: expect.stringMatching(/^http/) })
    expect(client_secret).not.toBe(made.client_secret)
    expect(text).toBe(`client secret  ${client_secret}  (it is not shown again)`)
    expect((await rowOf(client_id)).secret_hash).not.toBe(secret_hash)
    expect(await noted('app.secret_rotated')).toEqual([
      { action: 'app.secret_rotated', ...entry, details: { client_id, name: 'Reader' } },
    ])
  })

  test('app secret is rejected for a public application', async () => {
    const { refusal, noted, create } = await withApps()
    const { client_id } = await create(' --public')
    expect(await refusal(`app rotate-secret ${client_id}`)).toEqual([1, 'Reader is a public client without a secret.'])
    expect(await noted('app.secret_rotated')).toEqual([])
  })
})
