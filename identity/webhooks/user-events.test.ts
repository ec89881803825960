import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { describeStore } from '@corroborate/server-kit/testing'
import { createReadWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import { userEvent } from '@corroborate/wire/user-events.schema'
import { expect, onTestFinished, test } from 'vitest'
import { proveEmail } from '../accounts/contacts/attach.ts'
import { holdUser } from '../accounts/sessions/index.ts'
import { brought } from '../features.ts'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { openIdentity } from '../testing/index.ts'
import { listDeliveries, replayDelivery, sweepDeliveries } from './index.ts'

type Heard = { status: number; headers: Headers; body: string }

/** Starts an application that responds with the given statuses, then with 204. */
const startApplication = async (statuses: number[] = []) => {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const status = statuses.shift() ?? 204
      heard.push({
        status,
        headers: new Headers(request.headers as Record<string, string>),
        body: Buffer.concat(parts).toString(),
      })
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/told`, heard }
}

describeStore<Tables>('an application is told what becomes of its users', migrations, (open, store) => {
  const setUp = async (statuses: number[] = []) => {
    const { url: databaseUrl } = store.placeOf(await open())
    const dataDir = mkdtempSync(join(tmpdir(), 'identity-told-'))
    const application = await startApplication(statuses)
    const provider = await openIdentity({
      DATA_DIR: dataDir,
      WEBHOOK_PRIVATE_ORIGINS: new URL(application.url).origin,
      ...(databaseUrl !== undefined && { IDENTITY_DATABASE_URL: databaseUrl }),
    })
    onTestFinished(async () => {
      await provider.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    await provider.configure({ userEventsUrl: application.url })
    const project = await provider.project()
    const keys = openCallerSecrets(provider.settings).map(secret => webhookKeyOf(secret, project.publicToken))
    const isSigned = createReadWebhook(keys, Date.now)
    const prove = async ({ userId, emailId }: { userId: string; emailId: string }, after = async () => {}) => {
      const request = { id: 'test', now: provider.clock.now, address: '192.0.2.1', userAgent: 'test', origin: null }
      await holdUser(provider.db, { project, request, session: null }, userId, async held => {
        await proveEmail({ users: brought.users }, held, emailId)
        await after()
      })
    }
    const remove = (userId: string) =>
      provider.db.transaction().execute(tx => brought.users.delete(tx, project.id, userId))
    const queued = () => provider.db.selectFrom('outbox').selectAll().where('kind', '=', 'user-event').execute()
    return { ...provider, ...application, isSigned, prove, remove, queued }
  }
  /** Creates a signed-in user with an unverified address. */
  const member = async (provider: Awaited<ReturnType<typeof setUp>>, email: string) => {
    const user = await provider.addUser(email, { verified: false })
    await provider.signIn(user.userId)
    return user
  }

  test('an application gets signed events for deleted and wiped users', async () => {
    const provider = await setUp()
    const { clock, heard, isSigned, prove, remove, queued } = provider
    const [ada, bob] = [await member(provider, 'ada@example.org'), await member(provider, 'bob@example.org')]
    await prove(ada)
    await expect.poll(() => heard.length).toBe(1)
    // Another proof takes nothing away.
    await prove(ada)
    await remove(bob.userId)
    await expect.poll(() => heard.length).toBe(2)
    expect(heard.map(({ headers, body }) => [isSigned(headers, body), userEvent.parse(JSON.parse(body))])).toEqual([
      [true, { type: 'user.wiped', timestamp: new Date(clock.now).toISOString(), data: { user_id: ada.userId } }],
      [true, { type: 'user.deleted', timestamp: expect.any(String), data: { user_id: bob.userId } }],
    ])
    await expect.poll(queued).toEqual([])
  })

  test('an event is retried under one id until acknowledged, and a redirect is not success', async () => {
    const provider = await setUp([302])
    const { heard, remove } = provider
    await remove((await member(provider, 'ada@example.org')).userId)
    await expect.poll(() => heard.map(({ status }) => status)).toEqual([302, 204])
    expect(new Set(heard.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    // The answers are remembered, for operators.
    const { id } = await provider.project()
    await expect.poll(async () => (await listDeliveries(provider.db, id, { limit: 1 }))[0]?.state).toBe('heard')
    const [delivery, ...others] = await listDeliveries(provider.db, id, { limit: 10 })
    expect(others).toEqual([])
    expect(delivery).toMatchObject({
      deliveryId: heard[0]?.headers.get('webhook-id'),
      ...{ type: 'user.deleted', url: provider.url, attempts: 2 },
    })

    const replay = (wanted: string) =>
      provider.db.transaction().execute(tx => replayDelivery(tx, id, wanted, Date.now()))
    expect(await replay('no-such-delivery')).toBe(false)
    expect(await replay(delivery?.deliveryId ?? '')).toBe(true)
    await expect.poll(() => heard.length).toBe(3)
    expect(new Set(heard.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
    await expect.poll(async () => (await listDeliveries(provider.db, id, { limit: 1 }))[0]?.attempts).toBe(3)
    await sweepDeliveries(provider.db, Date.now() + 31 * 24 * 60 * 60_000)
    expect(await listDeliveries(provider.db, id, { limit: 1 })).toEqual([])
  })

  test('no event is sent for rolled-back changes, pending users, or without a URL', async () => {
    const provider = await setUp()
    const { addUser, configure, prove, remove, queued } = provider
    const ada = await member(provider, 'ada@example.org')
    const undone = prove(ada, async () => {
      throw new Error('too late')
    })
    await expect(undone).rejects.toThrow('too late')
    const newcomer = await addUser('new@example.org', { verified: false })
    await prove(newcomer)
    await remove(newcomer.userId)
    await configure({ userEventsUrl: null })
    await prove(ada)
    await remove(ada.userId)
    expect(await queued()).toEqual([])
    expect(provider.heard).toEqual([])
  })
})
