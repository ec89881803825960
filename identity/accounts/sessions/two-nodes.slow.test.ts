import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeStore } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type RunningIdentity, readMailbox, runIdentity } from '../../testing/index.ts'

const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'

type Answer = { status: number; data: { session_token?: string; method_id?: string } }

/** Sends a request to a provider and retries while it is busy. Returns null if the provider died before it responded. */
const call = async (
  origin: string,
  path: string,
  body: object,
  sessionToken: string | null = null,
): Promise<Answer | null> => {
  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken }),
    'Content-Type': 'application/json',
  }
  const url = `${origin}${sdkPrefix}${path}`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (answer === null) return null
  if (answer.status === 503) {
    await sleep(50)
    return call(origin, path, body, sessionToken)
  }
  const { data = {} } = (await answer.json().catch(() => ({}))) as Partial<Answer>
  return { status: answer.status, data }
}

const signIn = async (origin: string, email: string): Promise<string> => {
  const sent = await call(origin, '/otps/email/login_or_create', { email })
  const asked = { app: { request: (url: string) => fetch(url) }, settings: { identity: { origin } } }
  const [{ code }] = await readMailbox(asked, email)
  const proof = { token: code, method_id: sent?.data.method_id, session_duration_minutes: 60 }
  const answer = await call(origin, '/otps/authenticate', proof)
  return answer?.data.session_token ?? ''
}

const isLive = async (origin: string, token: string): Promise<boolean> =>
  (await call(origin, '/sessions/authenticate', {}, token))?.status === 200

describeStore<Tables>('two providers on one database', migrations, (open, store) => {
  test('a session ended on one node is rejected by the other at once, even if the first is killed', async () => {
    const { url } = store.placeOf(await open())
    const folder = mkdtempSync(join(tmpdir(), 'identity-nodes-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const environment = {
      ...{ IDENTITY_PUBLIC_TOKEN: publicToken, LIMITS_SCALE: '1000' },
      ...(url !== undefined && { IDENTITY_DATABASE_URL: url }),
    }
    const start = async (): Promise<RunningIdentity> => {
      const provider = await runIdentity(folder, environment)
      onTestFinished(() => provider.kill())
      return provider
    }
    const one = await start()
    const two = await start()
    const people = Array.from({ length: 10 }, (_, n) => `person-${n}@example.org`)
    const tokens = await Promise.all(people.map(email => signIn(one.origin, email)))
    for (const { origin } of [one, two]) {
      for (const token of tokens) expect(await isLive(origin, token)).toBe(true)
    }

    const ended: string[] = []
    await Promise.all(
      tokens.map(async token => {
        const answer = await call(two.origin, '/sessions/revoke', {}, token)
        if (answer?.status !== 200) return
        expect(await isLive(one.origin, token)).toBe(false)
        ended.push(token)
        // In the middle of the others: some are answered by then, some are not.
        if (ended.length === tokens.length / 2) await two.kill()
      }),
    )
    expect(ended.length).toBeGreaterThanOrEqual(tokens.length / 2)

    const three = await start()
    for (const token of tokens) {
      const live = await isLive(one.origin, token)
      expect(await isLive(three.origin, token)).toBe(live)
      if (ended.includes(token)) expect(live).toBe(false)
    }
    // Before the database goes.
    await Promise.all([one.stop(), three.stop()])
  })
})
