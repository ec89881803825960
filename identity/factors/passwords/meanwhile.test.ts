import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { revokeSessions } from '../../accounts/sessions/index.ts'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { identityUnderTest, readMailbox } from '../../testing/index.ts'
import { findPassword, setPassword } from './store.ts'

const email = 'ada@example.org'
const password = 'lantern-gravel-opus-41'
const another = 'thimble orbit quartz 77'
const session_duration_minutes = 60

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

/** Concurrent events during the check of a new password. They run while the breach service is queried. */
const happenings = {
  'an authenticator app is added': async ({ db, project }: Provider, userId: string) => {
    const row = { project_id: (await project()).id, totp_id: 'totp-test-1', user_id: userId, secret: 'S', verified: 1 }
    await db
      .insertInto('totps')
      .values({ ...row, last_step: 0, expires_at: 0, created_at: 0 })
      .execute()
  },
  'the session is ended': async ({ db, project, clock }: Provider, userId: string) => {
    await revokeSessions(db, (await project()).id, { userId }, clock.now)
  },
  'the address is removed': async ({ db }: Provider) => {
    await db.deleteFrom('user_emails').execute()
  },
  'the password is taken away': async ({ db }: Provider) => {
    await db.deleteFrom('password_hashes').execute()
  },
  'the password is replaced': async ({ db, project, clock }: Provider, userId: string) => {
    const owner = await project()
    const other = { scheme: 'argon2', hash: '$argon2id$other' } as const
    await db.transaction().execute(tx => setPassword(tx, owner, userId, other, clock.now))
  },
}

describeStore<Tables>('a password is not changed if, while it is being checked,', migrations, (open, store) => {
  /** Starts a provider whose breach service triggers the event before it reports the password as unknown. */
  const setUp = async (happening: keyof typeof happenings) => {
    let happens = async (): Promise<void> => {}
    const service = createServer((_, response) => {
      happens().then(
        () => response.end(''),
        () => response.writeHead(500).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    onTestFinished(() => void service.close())
    const { port } = service.address() as AddressInfo
    const { url } = store.placeOf(await open())
    const provider = await identityUnderTest({
      LIMITS_SCALE: '1000',
      BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/range`,
      ...(url !== undefined && { IDENTITY_DATABASE_URL: url }),
    })
    const { data } = await provider.sdk('POST', '/passwords', { email, password, session_duration_minutes })
    const userId = String(data.user_id)
    const stored = async () => (await findPassword(provider.db, (await provider.project()).id, userId))?.hash
    const { promise: happened, resolve: note } = Promise.withResolvers<string | undefined>()
    happens = async () => {
      await happenings[happening](provider, userId)
      note(await stored())
    }
    return { ...provider, session: String(data.session_token), stored, happened }
  }

  test.each([
    ['an authenticator app is added', 'insufficient_factors'],
    ['the session is ended', 'session_not_found'],
  ] as const)('setting a password in a session fails when %s meanwhile', async (happening, errorType) => {
    const { sdk, session, stored, happened } = await setUp(happening)
    const { json } = await sdk('POST', '/passwords/session/reset', { password: another }, { session })
    expect(json).toMatchObject({ error_type: errorType })
    expect(await stored()).toBe(await happened)
  })

  test.each([
    ['an authenticator app is added', 'insufficient_factors'],
    ['the password is replaced', 'unauthorized_credentials'],
    ['the password is taken away', 'unauthorized_credentials'],
  ] as const)('changing a password with the existing one fails when %s meanwhile', async (happening, errorType) => {
    const { sdk, session, stored, happened } = await setUp(happening)
    const body = { email, existing_password: password, new_password: another, session_duration_minutes }
    const { json } = await sdk('POST', '/passwords/existing_password/reset', body, { session })
    expect(json).toMatchObject({ error_type: errorType })
    expect(await stored()).toBe(await happened)
  })

  test('a reset by email fails when the address is removed meanwhile', async () => {
    const provider = await setUp('the address is removed')
    const { sdk, stored, happened } = provider
    await sdk('POST', '/passwords/email/reset/start', { email })
    const [{ links }] = await readMailbox(provider, email)
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
    const body = { token, password: another, session_duration_minutes }
    const { json } = await sdk('POST', '/passwords/email/reset', body)
    expect(json).toMatchObject({ error_type: 'unable_to_auth_password_reset_token' })
    expect(await stored()).toBe(await happened)
  })
})
