import { describe, expect, test } from 'vitest'
import { hashToken } from '../sessions/index.ts'
import { issueToken, lookAtToken } from '../single-use/index.ts'
import { identityUnderTest } from '../testing/index.ts'
import { findEmail } from '../users/index.ts'
import { createProject } from './index.ts'

type Address = Parameters<typeof findEmail>[2]

/** One provider with two projects; Ada is a user of the first. */
const withTwoProjects = async () => {
  const identity = await identityUnderTest()
  const first = await identity.project()
  const second = await createProject(identity.db, { name: 'Second' })
  const ada = await identity.addUser('ada@example.org')
  const { session_token: session } = await identity.signIn(ada.userId)
  return { ...identity, first, second, ada, session, other: identity.sdkOf(second.publicToken) }
}

describe('two projects in one provider', () => {
  test('cannot use each other’s sessions', async () => {
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

  test('cannot see or touch each other’s users, whichever id is swapped', async () => {
    const { db, sdk, other, second, ada, clock, session } = await withTwoProjects()
    expect(await findEmail(db, second.id, 'ada@example.org' as Address)).toBeNull()
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

  test('cannot spend each other’s tokens', async () => {
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

  test('allow their own pages only', async () => {
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
})
