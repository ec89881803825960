import { describeStore } from '@corroborate/server-kit/testing'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { repeatGrace } from './store/records.ts'
import { back, stage } from './testing/index.ts'

/** Creates a key and a factory of its single-use proofs. */
const newKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return {
    prove: (url: string): Promise<string> =>
      new SignJWT({ htm: 'POST', htu: url, jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(privateKey),
  }
}

describeStore<Tables>('a refresh that is repeated', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { json } = await on.redeem(await on.newCode())
    /** True if the tokens of the first refresh still work. */
    const lives = async ({ access_token, refresh_token }: Record<string, string>): Promise<boolean> => {
      const active = await on.isActive(access_token)
      expect((await on.refresh(refresh_token)).status).toBe(active ? 200 : 400)
      return active
    }
    return { ...on, token: json.refresh_token, lives }
  }

  /** Creates an application with key-bound tokens. */
  const onStageWithKeys = async (of: { isPublic: boolean }) => {
    const on = await onStage()
    await on.configure({ openid: projectConfig.parse({ openid: { dpop: true } }).openid })
    const client = await on.addClient({ isPublic: of.isPublic })
    const as = of.isPublic ? null : client
    const named: Record<string, string> = of.isPublic ? { client_id: client.id } : {}
    const withKey = async (form: Record<string, string>, { prove }: Awaited<ReturnType<typeof newKey>>) =>
      on.post('token', { ...named, ...form }, as, { DPoP: await prove(`${on.issuer}/oauth2/token`) })
    const key = await newKey()
    const code = await on.newCode({}, client)
    const redeeming = { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: on.verifier }
    const { json } = await withKey(redeeming, key)
    const refreshWith = (by: typeof key, refresh_token = json.refresh_token ?? '') =>
      withKey({ grant_type: 'refresh_token', refresh_token }, by)
    return { ...on, key, refreshWith }
  }

  test('20 concurrent refreshes with one token get the same new token, and the family stays valid', async () => {
    const { token, refresh, isActive, lives } = await onStage()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1)
    for (const { json } of answers) expect(await isActive(json.access_token)).toBe(true)
    expect(answers[0]?.json.refresh_token).not.toBe(token)
    expect(await lives(answers[0]?.json ?? {})).toBe(true)
  })

  test('a repeated refresh returns the same new token even after its use, with the same expiry', async () => {
    const { token, refresh, clock, isActive } = await onStage()
    const first = await refresh(token)
    const next = await refresh(first.json.refresh_token)
    const again = await refresh(token)
    expect(again.json.refresh_token).toBe(first.json.refresh_token)
    clock.now += repeatGrace
    expect((await refresh(again.json.refresh_token)).json.error).toBe('invalid_grant')
    expect(await isActive(next.json.access_token)).toBe(false)
  })

  test('a refresh repeated just before the grace period ends succeeds, and later ends the family', async () => {
    const { token, refresh, clock, lives } = await onStage()
    const first = await refresh(token)
    clock.now += repeatGrace - 1
    expect((await refresh(token)).json.refresh_token).toBe(first.json.refresh_token)
    // The repeat did not begin the grace anew.
    clock.now += 1
    expect((await refresh(token)).json.error).toBe('invalid_grant')
    expect(await lives(first.json)).toBe(false)
  })

  test.each([{ scope: 'openid' }, { resource: 'https://api.example.org/' }])(
    'a refresh repeated with different parameters ends the family: %j',
    async other => {
      const { token, refresh, lives } = await onStage()
      const first = await refresh(token)
      expect((await refresh(token, undefined, other)).json.error).toBe('invalid_grant')
      expect(await lives(first.json)).toBe(false)
    },
  )

  test('20 concurrent refreshes with different parameters end the family', async () => {
    const { token, refresh, isActive } = await onStage()
    const linkOptions = ['openid', 'email', 'openid email', 'email openid']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        refresh(token, undefined, { scope: linkOptions[at % linkOptions.length] ?? '' }),
      ),
    )
    const given = answers.filter(({ status }) => status === 200)
    for (const { json } of given) expect(await isActive(json.access_token)).toBe(false)
    expect((await refresh(token)).json.error).toBe('invalid_grant')
  })

  test('a refresh by another application is rejected', async () => {
    const { token, refresh, addClient, lives } = await onStage()
    const first = await refresh(token)
    expect((await refresh(token, await addClient({ name: 'Other' }))).json.error).toBe('invalid_grant')
    expect(await lives(first.json)).toBe(true)
  })

  test('a repeated refresh leaves the used token inactive in introspection', async () => {
    const { token, refresh, isActive } = await onStage()
    await refresh(token)
    expect(await isActive(token)).toBe(false)
  })

  test('a refresh repeated with a new proof of the same key succeeds, and with another key ends the family', async () => {
    const { key, refreshWith } = await onStageWithKeys({ isPublic: false })
    const first = await refreshWith(key)
    expect((await refreshWith(key)).json.refresh_token).toBe(first.json.refresh_token)
    expect((await refreshWith(await newKey())).json.error).toBe('invalid_grant')
    expect((await refreshWith(key, first.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  test('a refresh of a bound token with another key is rejected', async () => {
    const { key, refreshWith } = await onStageWithKeys({ isPublic: true })
    const first = await refreshWith(key)
    expect((await refreshWith(key)).json.refresh_token).toBe(first.json.refresh_token)
    expect((await refreshWith(await newKey())).json.error).toBe('invalid_grant')
    expect((await refreshWith(key, first.json.refresh_token)).status).toBe(200)
  })
})
