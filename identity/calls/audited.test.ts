import { expect, test } from 'vitest'
import { emails } from '../accounts/contacts/attach.ts'
import { identityUnderTest } from '../testing/index.ts'

test('changes a user makes to their account are in the audit log with their target', async () => {
  const { sdk, db, addUser, signIn, project, clock } = await identityUnderTest()
  const { userId, emailId } = await addUser('ada@example.org')
  const owner = await project()
  await db.transaction().execute(tx => emails.claim(tx, owner, userId, 'b@example.org' as never, true, clock.now))
  const {
    session_token: session,
    session: { session_id },
  } = await signIn(userId)
  const others = [await signIn(userId), await signIn(userId), await signIn(userId)]
  const [other] = others.map(({ session: { session_id } }) => session_id)
  const did = async (method: 'PUT' | 'DELETE', path: string, body?: object) =>
    expect((await sdk(method, path, body, { session })).status).toBe(200)
  await did('PUT', '/users/me', { name: { first_name: 'Ada' } })
  await did('DELETE', `/account/sessions/${other}`)
  await did('DELETE', '/account/sessions')
  await did('DELETE', `/users/emails/${emailId}`)
  expect((await sdk('POST', '/sessions/revoke', {}, { session })).status).toBe(200)
  const rows = await db.selectFrom('audit_log').select(['action', 'details']).where('user_id', '=', userId).execute()
  const told = new Map(rows.map(({ action, details }) => [action, JSON.parse(details)]))
  expect(told.get('user.updated')).toEqual({ fields: ['name'] })
  expect(told.get('session.ended')).toEqual({ session_id: other })
  expect(told.get('sessions.others_ended')).toEqual({ sessions_revoked: 2 })
  expect(told.get('session.revoked')).toEqual({ session_id })
  expect(told.get('email.deleted')).toEqual({ id: emailId })
})

test('a factor type that exists only in the contract returns not found', async () => {
  const { sdk, addUser, signIn } = await identityUnderTest()
  const { session_token: session } = await signIn((await addUser('ada@example.org')).userId)
  const answer = await sdk('DELETE', '/users/biometric_registrations/x', undefined, { session })
  expect(answer.json.error_type).toBe('biometric_registration_not_found')
})
