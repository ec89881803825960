import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { adaAt, browserAt, oauthUnderTest, oneTapAt, registered } from './testing/index.ts'

const times = 20

describeStore<Tables>('a social sign-in', migrations, (openStore, store) => {
  const open = async () => {
    const { url } = store.placeOf(await openStore())
    const under = await oauthUnderTest(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    await under.register('google')
    await under.register('github')
    return under
  }

  test('a callback and token used by 20 concurrent requests create one session', async () => {
    const under = await open()
    const { provider, fake } = under
    const browser = browserAt(under)
    const { redirectUri, params } = fake.visit(await browser.start('google'))
    const landings = await Promise.all(Array.from({ length: times }, () => browser.go(`${redirectUri}?${params}`)))
    const [landed, ...others] = landings.flatMap(answer => answer.headers.get('Location') ?? [])
    expect(others).toEqual([])
    expect(fake.asked('oauth2.googleapis.com/token')).toHaveLength(1)

    const body = { token: new URL(landed ?? '').searchParams.get('token'), session_duration_minutes: 60 }
    const answers = await Promise.all(
      Array.from({ length: times }, () => provider.sdk('POST', '/oauth/authenticate', body)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect(await provider.db.selectFrom('sessions').select('session_id').execute()).toHaveLength(1)
  })

  test('two providers verifying an email concurrently create one account', async () => {
    const under = await open()
    const names = ['google', 'google', 'github', 'github'] as const
    const tokens = await Promise.all(
      names.map(async name => (await browserAt(under).signIn(name)).searchParams.get('token')),
    )
    const answers = await Promise.all(
      tokens.map(token => under.provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
    const rows = await under.provider.db.selectFrom('oauth_registrations').select('provider').execute()
    expect(rows.map(({ provider }) => provider).toSorted()).toEqual(['github', 'google'])
  })

  test('20 One Tap prompts with one answered and redeemed 20 times create one session', async () => {
    const under = await open()
    const { provider, fake } = under
    const { start, submit } = oneTapAt(under)
    const twenty = <Result>(act: () => Promise<Result>) => Promise.all(Array.from({ length: times }, act))
    const prompts = await twenty(() => start())
    expect(new Set(prompts.map(({ json }) => json.oauth_callback_id)).size).toBe(times)
    const [prompt, ...others] = prompts
    if (prompt === undefined) throw new Error('There is no prompt.')

    const credential = await fake.credential(registered.clientId('google'), adaAt('google'), null)
    const answers = await twenty(() => submit(prompt, credential))
    const [answered, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    // The same credential cannot answer another prompt.
    const late = await Promise.all(others.map(other => submit(other, credential)))
    expect(late.filter(({ status }) => status === 200)).toEqual([])

    const token = new URL(answered?.json.redirect_url ?? '').searchParams.get('token')
    const body = { token, session_duration_minutes: 60 }
    const taken = await twenty(() => provider.sdk('POST', '/oauth/authenticate', body))
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await provider.db.selectFrom('sessions').select('session_id').execute()).toHaveLength(1)
  })
})
