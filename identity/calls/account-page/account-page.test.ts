import { describe, expect, test } from 'vitest'
import { identityUnderTest, readMailbox } from '../../testing/index.ts'

const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const password = { email: 'ada@example.org', password: 'a heron on a frozen lake', session_duration_minutes: 60 }

/** Creates Ada, signed in by magic link, and Bob. */
const setUp = async (settings: Record<string, string> = {}) => {
  const identity = await identityUnderTest(settings)
  const { sdk, addUser, signIn } = identity
  const ada = await addUser('ada@example.org')
  const bob = await addUser('bob@example.org')
  const session = (await signIn(ada.userId)).session_token
  const bobs = await signIn(bob.userId)
  const events = async (token = session) =>
    (await sdk('GET', '/account/events', undefined, { session: token })).data.events as Record<string, unknown>[]
  const sessions = async (token = session) =>
    (await sdk('GET', '/account/sessions', undefined, { session: token })).data.sessions as Record<string, unknown>[]
  return { ...identity, ada, bob, session, bobs, events, sessions }
}

describe('active sessions on the account page', () => {
  test('sessions list device and network, most recently used first, marking the current one', async () => {
    const { sdk, clock, session, sessions, project, db } = await setUp()
    clock.now += 5 * minute
    await sdk('POST', '/passwords/session/reset', { password: password.password }, { session })
    const headers = { 'User-Agent': phone }
    const other = await sdk('POST', '/passwords/authenticate', password, { headers, from: '203.0.113.77' })
    const here = await sessions()
    expect(here).toEqual([
      expect.objectContaining({
        session_id: (other.data.session as { session_id: string }).session_id,
        is_current: false,
        device: { browser: 'Safari', system: 'iPhone' },
        network: '203.0.113.0/24',
        factors: ['password'],
      }),
      expect.objectContaining({ is_current: true, network: '192.0.2.0/24', device: { browser: '', system: '' } }),
    ])
    expect(JSON.stringify(here)).not.toContain('203.0.113.77')
    clock.now += 61 * minute
    const { id } = await project()
    expect(await db.selectFrom('sessions').select('session_id').where('project_id', '=', id).execute()).toHaveLength(3)
    expect((await sdk('GET', '/account/sessions', undefined, { session })).status).toBe(401)
  })

  test('users can end one other session or all others, but not the current, an ended or a foreign one', async () => {
    const { sdk, signIn, ada, session, bobs, sessions, events } = await setUp()
    const second = await signIn(ada.userId)
    const third = await signIn(ada.userId)
    const end = (id: string) => sdk('DELETE', `/account/sessions/${id}`, undefined, { session })
    const mine = String((await sessions()).find(({ is_current }) => is_current)?.session_id)
    expect((await end(mine)).json.error_type).toBe('session_is_current')
    expect((await end(bobs.session.session_id)).json.error_type).toBe('other_session_not_found')
    expect((await end('session-test-none')).status).toBe(404)
    expect((await end('%00')).status).toBe(400)
    expect((await end('x'.repeat(200))).status).toBe(400)
    expect((await sdk('GET', '/users/me', undefined, { session: bobs.session_token })).status).toBe(200)

    expect((await end(second.session.session_id)).status).toBe(200)
    expect((await end(second.session.session_id)).status).toBe(404)
    expect((await sdk('GET', '/users/me', undefined, { session: second.session_token })).status).toBe(401)
    const all = await sdk('DELETE', '/account/sessions', undefined, { session })
    expect(all.data.ended).toBe(1)
    expect((await sdk('GET', '/users/me', undefined, { session: third.session_token })).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
    expect((await events()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.ended', 'sessions.others_ended']),
    )
  })

  test('ending a session requires recent authentication and the second factor; an impersonating operator cannot', async () => {
    const { sdk, signIn, ada, session, clock } = await setUp()
    const impersonated = { impersonator_id: 'operator:eve', impersonator_email_address: 'eve@example.org' }
    const operator = await signIn(
      ada.userId,
      { type: 'impersonated', delivery_method: 'impersonation', impersonated_factor: impersonated },
      5,
    )
    for (const path of ['/account/sessions', '/account']) {
      const refused = await sdk('DELETE', path, undefined, { session: operator.session_token })
      expect([path, refused.json.error_type]).toEqual([path, 'session_not_mutable_impersonated'])
    }
    clock.now += 30 * minute
    for (const path of ['/account/sessions', '/account/sessions/session-test-1', '/account']) {
      expect([path, (await sdk('DELETE', path, undefined, { session })).json.error_type]).toEqual([
        path,
        'stale_factors',
      ])
    }
    expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(200)
  })
})

describe('account activity', () => {
  test('account activity is visible to its owner only, newest first, without exact IP addresses', async () => {
    const { sdk, clock, session, bobs, events } = await setUp()
    await sdk('POST', '/passwords/session/reset', { password: password.password }, { session })
    clock.now += minute
    await sdk('POST', '/passwords/authenticate', password, {
      headers: { 'User-Agent': firefox },
      from: '2001:db8:1:2::9',
    })
    const [newest, ...older] = await events()
    expect(newest).toMatchObject({
      action: 'session.issued',
      factor: 'password',
      by_operator: false,
      device: { browser: 'Firefox', system: 'Linux' },
      network: '2001:db8:1::/48',
    })
    expect(older.map(({ action, factor }) => [action, factor])).toEqual(
      expect.arrayContaining([
        ['password.created', null],
        ['session.issued', 'password'],
      ]),
    )
    expect(JSON.stringify([newest, ...older])).not.toContain('2001:db8:1:2')
    expect((await events(bobs.session_token)).map(({ action }) => action)).toEqual(['session.issued'])
  })

  test('account activity covers up to 90 days and 50 events', async () => {
    const { db, project, clock, ada, events } = await setUp()
    const { id: project_id } = await project()
    const row = { project_id, actor: ada.userId, user_id: ada.userId, action: 'user.updated', factor: null }
    const nothing = { ip_address: null, user_agent: null, request_id: null, details: '{}' }
    const at = (days: number) => clock.now - days * 24 * 60 * minute
    const rows = Array.from({ length: 60 }, (_, n) => ({ ...row, ...nothing, audit_id: `audit-${n}`, at: at(1) - n }))
    await db
      .insertInto('audit_log')
      .values({ ...row, ...nothing, audit_id: 'audit-old', at: at(91) })
      .execute()
    expect((await events()).map(({ event_id }) => event_id)).not.toContain('audit-old')
    await db.insertInto('audit_log').values(rows).execute()
    expect(await events()).toHaveLength(50)
  })
})

describe('personal data export', () => {
  test('the export contains the user, sessions and log, and is rate limited', async () => {
    const { sdk, session, ada } = await setUp()
    const copy = () => sdk('GET', '/account/export', undefined, { session })
    const { data, headers } = await copy()
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(data.account).toMatchObject({
      user: { user_id: ada.userId, emails: [{ email: 'ada@example.org' }] },
      sessions: [{ ip_address: '192.0.2.1', authentication_factors: [{ type: 'password' }] }],
      events: [{ action: 'session.issued', ip_address: '192.0.2.1' }],
    })
    expect(JSON.stringify(data)).not.toContain('bob@example.org')
    for (let n = 1; n < 10; n++) expect((await copy()).status).toBe(200)
    expect((await copy()).json.error_type).toBe('too_many_requests')
  })
})

describe('account deletion', () => {
  test('deleting an account removes all its data, notifies the owner, and leaves other users alone', async () => {
    const { app, sdk, session, db, ada, bobs, settings } = await setUp()
    expect((await sdk('DELETE', '/account', undefined, { session })).status).toBe(200)
    expect((await sdk('GET', '/users/me', undefined, { session })).json.error_type).toBe('session_not_found')
    expect((await sdk('DELETE', '/account', undefined, { session })).status).toBe(401)
    for (const table of ['users', 'user_emails', 'sessions'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', ada.userId).execute()).toEqual([])
    }
    const [mail] = await readMailbox({ app, settings }, 'ada@example.org')
    expect(mail.subject).toContain('Your account was deleted')
    const left = await db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('user_id', '=', ada.userId)
      .execute()
    expect(left).toContainEqual({ action: 'user.deleted', actor: ada.userId })
    expect((await sdk('GET', '/users/me', undefined, { session: bobs.session_token })).status).toBe(200)
    // Signing up again creates a new user.
    const again = await sdk('POST', '/otps/email/login_or_create', { email: 'ada@example.org' })
    expect(again.data.user_id).not.toBe(ada.userId)
  })

  test('concurrent deletions delete once, and a simultaneous sign-in does not survive', async () => {
    const { sdk, session, ada, signIn, db } = await setUp()
    const [one, two] = await Promise.all([
      sdk('DELETE', '/account', undefined, { session }),
      sdk('DELETE', '/account', undefined, { session }),
      signIn(ada.userId).catch(() => null),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 401])
    expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', ada.userId).execute()).toEqual([])
  })
})
