import { jwksPath } from '@corroborate/wire/session-jwt'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { emails } from '../accounts/contacts/attach.ts'
import { issueToken, lookAtToken } from '../accounts/one-time-tokens/index.ts'
import { hashToken, revokeSessions } from '../accounts/sessions/index.ts'
import { identityUnderTest, readMailbox, readMailedCode, tokenIn } from '../testing/index.ts'
import { createProject, findProject, updateProject } from './index.ts'

type Address = Parameters<typeof emails.find>[2]

/** One provider with two projects; Ada is a user of the first. */
const withTwoProjects = async () => {
  const identity = await identityUnderTest()
  const first = await identity.project()
  const second = await createProject(identity.db, { name: 'Second' }, Date.now())
  const ada = await identity.addUser('ada@example.org')
  const { session_token: session } = await identity.signIn(ada.userId)
  return { ...identity, first, second, ada, session, other: identity.sdkOf(second.publicToken) }
}

describe('isolation of two projects', () => {
  test('projects cannot use each other’s sessions', async () => {
    const { sdk, other, session } = await withTwoProjects()
    expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/users/me'],
      ['POST', '/sessions/authenticate'],
      ['POST', '/sessions/revoke'],
    ] as const) {
      const { json } = await other(method, path, method === 'POST' ? {} : undefined, { session })
      expect(json).toMatchObject({ status_code: 401, error_type: 'session_not_found' })
    }
    expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(200)
  })

  test('projects cannot see or change each other’s users with swapped ids', async () => {
    const { db, sdk, other, second, ada, clock, session } = await withTwoProjects()
    expect(await emails.find(db, second.id, 'ada@example.org' as Address)).toBeNull()
    expect((await other('POST', '/users/search', { email: 'ada@example.org' })).data.userType).toBe('new')
    // Bob of the second project, with a session there, names Ada's factor.
    await db
      .insertInto('users')
      .values({
        ...(await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()),
        project_id: second.id,
        user_id: 'user-test-bob',
      })
      .execute()
    const token = 'b'.repeat(43)
    await db
      .insertInto('sessions')
      .values({
        ...(await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()),
        project_id: second.id,
        user_id: 'user-test-bob',
        token_hash: hashToken(token),
        expires_at: clock.now + 60_000,
      })
      .execute()
    const deleted = await other('DELETE', `/users/emails/${ada.emailId}`, undefined, { session: token })
    expect(deleted.json).toMatchObject({ status_code: 404, error_type: 'email_not_found' })
    const { data } = await sdk('GET', '/users/me', undefined, { session })
    expect(data.emails).toHaveLength(1)
  })

  test('8: ending sessions affects one project only, even with equal ids', async () => {
    const { db, first, second, ada, clock } = await withTwoProjects()
    const row = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('sessions')
      .values({ ...row, project_id: second.id })
      .execute()
    const live = async () =>
      (await db.selectFrom('sessions').select('project_id').where('revoked_at', 'is', null).execute()).map(
        ({ project_id }) => project_id,
      )
    await revokeSessions(db, second.id, { sessionId: row.session_id }, clock.now)
    expect(await live()).toEqual([first.id])
    await db.updateTable('sessions').set({ revoked_at: null }).execute()
    await revokeSessions(db, second.id, { userId: ada.userId }, clock.now)
    expect(await live()).toEqual([first.id])
  })

  test('8: changing settings affects one project only', async () => {
    const { db, first, second } = await withTwoProjects()
    await updateProject(db, second.publicToken, () => ({ name: 'Third', config: { watermark: true } }), Date.now())
    expect(await findProject(db, second.id)).toMatchObject({ name: 'Third', watermark: true })
    expect(await findProject(db, first.id)).toEqual(first)
  })

  test('projects cannot use each other’s tokens', async () => {
    const { db, first, second, ada, clock } = await withTwoProjects()
    const secret = {
      projectId: first.id,
      kind: 'magic_link',
      subject: ada.emailId,
      userId: ada.userId,
      expiresAt: clock.now + 60_000,
    } as const
    const token = await db.transaction().execute(tx => issueToken(tx, secret, clock.now))
    expect(await lookAtToken(db, second.id, ['magic_link'], token, clock.now)).toBeNull()
    expect(await lookAtToken(db, first.id, ['magic_link'], token, clock.now)).not.toBeNull()
  })

  test('projects allow only their own pages', async () => {
    const { db, sdk, second, publicToken } = await withTwoProjects()
    const page = 'https://second.example.org'
    await db
      .updateTable('projects')
      .set({ config: JSON.stringify({ allowedOrigins: [page] }) })
      .where('project_id', '=', second.id)
      .execute()
    const { status } = await sdk('GET', `/projects/bootstrap/${publicToken}`, undefined, { headers: { Origin: page } })
    expect(status).toBe(403)
  })

  test('no id or token of another project is accepted by any endpoint', async () => {
    const provider = await identityUnderTest({ LIMITS_SCALE: '1000' })
    const { db, sdk, sdkOf, project } = provider
    const first = await project()
    const second = await createProject(db, { name: 'Second', config: { redirectUrls: first.redirectUrls } }, Date.now())
    const other = sdkOf(second.publicToken)
    const email = 'ada@example.org'
    const password = 'quiet-otters-fold-paper'
    const session_duration_minutes = 60

    // Ada has everything in the first project: a password, two proved ways in, an app, and unspent secrets of every kind.
    await sdk('POST', '/passwords', { email, password, session_duration_minutes })
    const byMail = await sdk('POST', '/otps/email/login_or_create', { email })
    const mailed = await readMailedCode(provider, email)
    const signedIn = await sdk('POST', '/otps/authenticate', {
      token: mailed,
      method_id: byMail.data.method_id,
      session_duration_minutes,
    })
    const session = String(signedIn.data.session_token)
    const app = await sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
    expect(app.status).toBe(200)
    await sdk('POST', '/magic_links/email/login_or_create', { email })
    const magicToken = tokenIn(await newestWithLink(provider, email, 'magic_links'))
    await sdk('POST', '/passwords/email/reset/start', { email })
    const resetMail = await newestWithLink(provider, email, 'reset_password')
    const again = await sdk('POST', '/otps/email/login_or_create', { email })
    const passcode = await readMailedCode(provider, email, [mailed])

    // Eve signs in to the second project, under an address of her own.
    const eve = 'eve@example.org'
    const evesCode = await other('POST', '/otps/email/login_or_create', { email: eve })
    const [{ code: texted }] = await readMailbox(provider, eve)
    const entered = { token: texted, method_id: evesCode.data.method_id, session_duration_minutes }
    const evesSession = String((await other('POST', '/otps/authenticate', entered)).data.session_token)
    expect((await other('GET', '/users/me', undefined, { session: evesSession })).status).toBe(200)

    const [recovery_code] = app.data.recovery_codes as string[]
    const user = signedIn.data.user as { emails: { email_id: string }[] }
    const calls: [method: string, path: string, body: object | undefined, session: string | null][] = [
      ['GET', '/users/me', undefined, session],
      ['POST', '/sessions/authenticate', {}, session],
      ['POST', '/sessions/authenticate', {}, String(signedIn.data.session_jwt)],
      ['POST', '/sessions/revoke', {}, session],
      ['PUT', '/users/me', { name: { first_name: 'Eve' } }, session],
      ['POST', '/passwords/session/reset', { password: 'seven-lanterns-by-the-harbour' }, session],
      ['POST', '/totps/recovery_codes', {}, session],
      [
        'POST',
        '/otps/authenticate',
        { token: passcode, method_id: again.data.method_id, session_duration_minutes },
        null,
      ],
      ['POST', '/magic_links/authenticate', { token: magicToken, session_duration_minutes }, null],
      ['POST', '/magic_links/authenticate', { token: tokenIn(resetMail), session_duration_minutes }, null],
      ['POST', '/passwords/email/reset', { token: tokenIn(resetMail), password, session_duration_minutes }, null],
      ['POST', '/passwords/authenticate', { email, password, session_duration_minutes }, null],
      ['POST', '/totps/recover', { recovery_code, session_duration_minutes }, evesSession],
      ['DELETE', `/users/emails/${user.emails[0]?.email_id}`, undefined, evesSession],
      ['DELETE', `/users/totps/${app.data.totp_id}`, undefined, evesSession],
    ]
    for (const [method, path, body, as] of calls) {
      const { status, json } = await other(method, path, body, { session: as })
      expect([400, 401, 404], `${method} ${path}: ${JSON.stringify(json)}`).toContain(status)
      expect(JSON.stringify(json)).not.toContain(String(signedIn.data.user_id))
    }

    // None of it was spent or changed by that, and a JWT is good with its own project's keys alone.
    const { data } = await sdk('GET', '/users/me', undefined, { session })
    expect(data).toMatchObject({ name: { first_name: '' }, emails: [{ email }] })
    const opened = await sdk('POST', '/magic_links/authenticate', { token: magicToken, session_duration_minutes })
    expect(opened.data.user_id).toBe(signedIn.data.user_id)
    const keysOf = async (projectId: string) =>
      createLocalJWKSet(await (await provider.app.request(`http://localhost:5001${jwksPath(projectId)}`)).json())
    const jwt = String(signedIn.data.session_jwt)
    await expect(jwtVerify(jwt, await keysOf(first.id))).resolves.toMatchObject({ payload: { aud: [first.id] } })
    await expect(jwtVerify(jwt, await keysOf(second.id))).rejects.toThrow()
  })
})

/** Waits for the newest mail to an address with a link of that kind. */
const newestWithLink = async (provider: Parameters<typeof readMailbox>[0], to: string, type: string) => {
  const isIt = ({ links }: { links: readonly string[] }) => links[0]?.includes(`stytch_token_type=${type}`) ?? false
  await expect.poll(async () => (await readMailbox(provider, to)).some(isIt)).toBe(true)
  const found = (await readMailbox(provider, to)).find(isIt)
  if (found === undefined) throw new Error(`There is no mail with a link of the kind ${type}.`)
  return found
}
