import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { linkIdOf } from '../../accounts/one-time-tokens/index.ts'
import { readMailbox } from '../../testing/index.ts'
import { ada, open, resetStart, resetTokens, settle } from './testing/index.ts'

test('the reset email has a log-in link, and the response contains that link’s id', async () => {
  const provider = await open()
  await settle(provider)
  const asked = await provider.sdk('POST', resetStart, { email: ada })
  const { login } = await resetTokens(provider)
  expect(asked.data).toMatchObject({ link_id: linkIdOf(login) })
})

test('without a login URL the reset email has only the reset link', async () => {
  const provider = await open()
  await settle(provider)
  const { redirectUrls } = await provider.project()
  await provider.configure({ redirectUrls: { ...redirectUrls, login: [] } })
  const asked = await provider.sdk('POST', resetStart, { email: ada })
  expect(asked.status).toBe(200)
  expect(asked.data).not.toHaveProperty('link_id')
  expect((await readMailbox(provider, ada))[0].links).toEqual([expect.stringContaining('reset_password')])
})

test('the reset email and the empty job of an unknown address are both delayed by up to 100 ms', async () => {
  const provider = await open()
  await settle(provider)
  // A long delay, so that both jobs can be looked at while they wait.
  const hour = 60 * 60_000
  const random = vi.spyOn(crypto, 'randomInt').mockReturnValue(hour as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    random.mockRestore()
    syncBuiltinESMExports()
  })
  for (const email of [ada, 'nobody@example.org']) await provider.sdk('POST', resetStart, { email })
  expect(random.mock.calls).toEqual([[100], [100]])
  const jobs = await provider.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', 'in', ['message', 'no-message'])
    .orderBy('kind')
    .execute()
  expect(jobs.map(({ kind, due_at, enqueued_at }) => [kind, due_at - enqueued_at])).toEqual([
    ['message', hour],
    ['no-message', hour],
  ])
})
