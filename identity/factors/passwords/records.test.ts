import { describe, expect, test } from 'vitest'
import { readAudit } from '../../platform/audit/store.ts'
import {
  ada,
  another,
  open,
  type Provider,
  password,
  resetByEmail,
  resetByExisting,
  resetBySession,
  resetStart,
  session_duration_minutes,
  settle,
  startReset,
} from './testing/index.ts'

const entriesOf = async ({ db, project }: Provider, action: string) => {
  const entries = await readAudit(db, { projectId: (await project()).id, action, limit: 10 })
  return entries.map(({ actor, user_id, details }) => ({ actor, user_id, details }))
}

describe('password audit log', () => {
  const changes = {
    email: async (provider: Provider, session: string) => {
      const { reset } = await startReset(provider)
      const body = { token: reset, password: another, session_duration_minutes }
      return provider.sdk('POST', resetByEmail, body, { session })
    },
    existing_password: ({ sdk }: Provider, session: string) => {
      const passwords = { existing_password: password, new_password: another }
      return sdk('POST', resetByExisting, { email: ada, ...passwords, session_duration_minutes }, { session })
    },
    session: ({ sdk }: Provider, session: string) => sdk('POST', resetBySession, { password: another }, { session }),
  }

  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    'a changed password is logged with its method (%s) and the number of sessions it ended',
    async by => {
      const provider = await open()
      const { user_id, session_token } = await settle(provider)
      for (let n = 0; n < 2; n++) await provider.signIn(user_id)
      expect((await changes[by](provider, session_token)).status).toBe(200)
      expect(await entriesOf(provider, 'password.changed')).toEqual([
        { actor: user_id, user_id, details: { by, sessions_revoked: 2 } },
      ])
    },
  )

  test('a first password is logged as created', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const { session_token: session } = await provider.signIn(userId)
    expect((await changes.session(provider, session)).status).toBe(200)
    expect(await entriesOf(provider, 'password.created')).toEqual([
      { actor: userId, user_id: userId, details: { by: 'session', sessions_revoked: 0 } },
    ])
    expect(await entriesOf(provider, 'password.changed')).toEqual([])
  })

  test('a reset email is logged with its user, if there is one', async () => {
    const provider = await open()
    const { user_id } = await settle(provider)
    const ask = (email: string) => provider.sdk('POST', resetStart, { email })
    const entry = { actor: 'anonymous', details: {} }
    await ask('nobody@example.org')
    expect(await entriesOf(provider, 'password_reset.sent')).toEqual([{ ...entry, user_id: null }])
    provider.clock.now += 1_000
    await ask(ada)
    expect((await entriesOf(provider, 'password_reset.sent'))[0]).toEqual({ ...entry, user_id })
  })
})
