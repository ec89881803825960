import { describe, expect, test } from 'vitest'
import { emails } from '../../accounts/contacts/attach.ts'
import { countMessages, identityUnderTest, readMailbox } from '../../testing/index.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const knowledge = { type: 'password', delivery_method: 'knowledge' } as const

/** Creates a user who has signed in with one browser. */
const withAda = async () => {
  const provider = await identityUnderTest()
  const { core, clock, addUser, project } = provider
  const { userId, emailId } = await addUser('ada@example.org')
  const cookies: string[] = []
  const signIn = async (userAgent: string, more: { isTemporary?: boolean; country?: string } = {}) => {
    const { country, ...signing } = more
    const facts = { id: 'test', now: clock.now, address: '198.51.100.9', userAgent, origin: null }
    const request = { ...facts, ...(country !== undefined && { country }) }
    const call = {
      ...{ project: await project(), session: null, request },
      setCookie: (cookie: string) => void cookies.push(cookie),
    }
    return core.signIn(call, { whose: userId, durationMinutes: 60, prove: async () => knowledge, ...signing })
  }
  await signIn(firefox)
  const secrets = () => provider.db.selectFrom('single_use_secrets').selectAll().where('kind', '=', 'not_me').execute()
  return { ...provider, userId, emailId, cookies, signIn, secrets }
}

describe('sign-in on a new device', () => {
  test('every verified address gets a notice with a link valid for a week', async () => {
    const provider = await withAda()
    const { db, clock, userId, emailId, signIn, project, core } = provider
    const owner = await project()
    await db.transaction().execute(async tx => {
      const claim = (address: string, verified: boolean) =>
        emails.claim(tx, owner, userId, address as Parameters<typeof emails.claim>[3], verified, clock.now + 1)
      await claim('work@example.org', true)
      await claim('other@example.org', false)
    })
    const { session } = await signIn(iphone, { country: 'CH' })
    const [mail] = await readMailbox(provider, 'ada@example.org')
    expect(mail?.text).toContain('Device: Safari, iPhone. Place: Switzerland, 198.51.100.0/24.')
    expect(mail?.links[0]).toMatch(new RegExp(`^${core.origin}/v1/not-me/${owner.id}\\?token=[\\w-]+$`))
    await readMailbox(provider, 'work@example.org')
    expect(await countMessages(provider, 'other@example.org')).toBe(0)
    const secrets = await provider.secrets()
    expect(secrets).toHaveLength(2)
    expect(secrets.map(({ payload }) => JSON.parse(payload ?? '').emailId)).toContain(emailId)
    for (const secret of secrets) {
      expect(secret).toMatchObject({ subject: session.session_id, user_id: userId })
      expect(Number(secret.expires_at)).toBe(clock.now + 7 * 24 * 60 * 60_000)
    }
    const devices = await db.selectFrom('known_devices').select(['device_id', 'browser']).execute()
    const phone = devices.find(({ browser }) => browser === 'Safari')
    expect(JSON.parse(secrets[0]?.payload ?? '')).toMatchObject({ deviceId: phone?.device_id })
  })
})

describe('no new device notice', () => {
  test('no notice is sent for the first or a known device', async () => {
    const { signIn, secrets, cookies } = await withAda()
    expect(await secrets()).toEqual([])
    await signIn(firefox)
    expect(await secrets()).toEqual([])
    expect(cookies).toHaveLength(2)
  })

  test('no notice is sent if the project disables them', async () => {
    const { signIn, secrets, configure } = await withAda()
    await configure({ newDeviceMails: false })
    await signIn(iphone)
    expect(await secrets()).toEqual([])
  })

  test('no notice is sent for a temporary session, which records no device', async () => {
    const { signIn, secrets, cookies, db } = await withAda()
    await signIn(iphone, { isTemporary: true })
    expect(await secrets()).toEqual([])
    expect(cookies).toHaveLength(1)
    expect(await db.selectFrom('known_devices').select('browser').execute()).toEqual([{ browser: 'Firefox' }])
  })
})
