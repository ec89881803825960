import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import {
  ada,
  another,
  create,
  logIn,
  open,
  password,
  resetByEmail,
  session_duration_minutes,
  settle,
  startReset,
  state,
} from './testing/index.ts'

describeStore<Tables>('passwords', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const db: Kysely<Tables> = await openStore()
    const { url } = store.placeOf(db)
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('a reset token used by twenty concurrent requests creates one session', async () => {
    const provider = await onEngine()
    // The LUDS policy, since twenty grades of zxcvbn in a row may take longer than a busy provider waits for them.
    await provider.configure({ passwords: { ...(await provider.project()).passwords, policy: 'luds' } })
    const { user_id } = await settle(provider)
    const { reset } = await startReset(provider)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        provider.sdk('POST', resetByEmail, { token: reset, password: `${another} ${n}`, session_duration_minutes }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // A provider that is too busy to grade a password answers with 503.
    expect(answers.filter(({ status }) => status === 401 || status === 503)).toHaveLength(19)
    const live = (await state(provider)).sessions.filter(({ revoked_at }) => revoked_at === null)
    expect(live).toMatchObject([{ user_id }])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(provider, ada, `${another} ${winner}`)).status).toBe(200)
  })

  test('twenty concurrent sign-ups with one address create one account and one session', async () => {
    const provider = await onEngine()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        provider.sdk('POST', create, { email: ada, password, session_duration_minutes }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { users, sessions, passwords } = await state(provider)
    expect([users.length, sessions.length, passwords.length]).toEqual([1, 1, 1])
  })

  test('sign-ins in flight during a password reset create no session', async () => {
    const provider = await onEngine()
    await settle(provider)
    const { reset } = await startReset(provider)
    const body = { token: reset, password: another, session_duration_minutes }
    await Promise.all([
      ...Array.from({ length: 8 }, () => logIn(provider)),
      provider.sdk('POST', resetByEmail, body),
      ...Array.from({ length: 8 }, () => logIn(provider)),
    ])
    const live = (await state(provider)).sessions.filter(({ revoked_at }) => revoked_at === null)
    expect(live).toHaveLength(1)
  })
})
