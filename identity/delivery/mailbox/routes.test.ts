import { createHttp } from '@corroborate/server-kit/http'
import { callerHeader, createReadCaller, createSignCall } from '@corroborate/server-kit/known-caller'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { mailboxRoutes } from './routes.ts'
import { deleteMessagesBefore, keepMessage, listMessages } from './store.ts'

const origin = 'http://localhost:3001'
const path = '/dev/mailbox/messages'
const mail = { id: 'mail-1', to: 'ada@example.org', subject: 'News', text: 'A paper.', html: '<p>A paper.</p>' }

describeStore<Tables>('the mailbox takes a mail of the site', migrations, open => {
  const start = async () => {
    const db = await open()
    const clock = { now: 1_000 }
    const now = () => clock.now
    const routes = mailboxRoutes({ db, readCaller: createReadCaller(['s'.repeat(43)], now), now })
    const app = createHttp({ origin, logger: testLogger().logger }).route('/', routes)
    const post = (
      body: object,
      signed: string | null = createSignCall(['s'.repeat(43)], now)({ address: '192.0.2.1', method: 'POST', path }),
    ) =>
      app.request(
        `${origin}${path}`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(signed !== null && { [callerHeader]: signed }) },
          body: JSON.stringify(body),
        },
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as never,
      )
    const get = (at: string) =>
      app.request(`${origin}${at}`, {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as never)
    return { db, clock, post, get, now }
  }

  test('the mailbox stores a posted email once and shows it like its own', async () => {
    const { db, post, clock } = await start()
    const answer = await post({ ...mail, links: ['https://papers.example.org/x'] })
    expect([answer.status, await answer.json(), answer.headers.get('Cache-Control')]).toEqual([
      ...[200, { status: 'kept' }, 'no-store'],
    ])
    clock.now += 1_000
    expect((await post(mail)).status).toBe(200)
    expect(await listMessages(db)).toEqual([
      {
        ...{ ...mail, channel: 'email', links: ['https://papers.example.org/x'], code: null },
        sent_at: '1970-01-01T00:00:01.000Z',
      },
    ])
  })

  test('the mailbox accepts complete emails from the site only', async () => {
    const { db, post, now } = await start()
    const elsewhere = createSignCall(['s'.repeat(43)], now)({ address: '192.0.2.1', method: 'GET', path })
    const stranger = createSignCall(['t'.repeat(43)], now)({ address: '192.0.2.1', method: 'POST', path })
    for (const signed of [null, '', 'x', elsewhere, stranger]) {
      const answer = await post(mail, signed)
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('Only this installation’s servers can add messages to the mailbox.')
    }
    for (const wrong of [{ id: '' }, { to: '' }, { text: 7 }, { id: 'x'.repeat(201) }, { to: 'x'.repeat(321) }])
      expect((await post({ ...mail, ...wrong })).status).toBe(400)
    expect(await listMessages(db)).toEqual([])
  })

  test('the mailbox lists posted emails, in the fragment too and by address as typed', async () => {
    const { db, post, get } = await start()
    await post(mail)
    await post({ ...mail, id: 'mail-2', to: 'bob@example.org', subject: 'Other' })
    expect((await listMessages(db)).map(({ links }) => links)).toEqual([[], []])
    const list = async (query = '') => (await get(`/dev/mailbox/list${query}`)).text()
    expect(await list()).toMatch(/^<ol .*Other.*News/s)
    for (const typed of ['?to=ada@example.org', '?to=%20ADA@example.org%20'])
      expect(await list(typed)).toMatch(/^<ol (?!.*Other).*News/s)
    expect(await list('?to=%20')).toContain('Other')
    expect(await list('?to=nobody@example.org')).toContain('No messages to nobody@example.org.')
    const page = await get('/dev/mailbox?id=mail-1')
    expect([page.headers.get('Referrer-Policy'), page.headers.get('Cache-Control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
    expect(await page.text()).toContain('<h2>News</h2>')
    expect(await (await get('/dev/mailbox')).text()).toContain('Choose a message to read it.')
  })

  test('the mailbox purges messages past their retention period', async () => {
    const { db } = await start()
    const rendered = { subject: 'S', text: 'T', html: null, links: [], code: null }
    for (const [id, at] of [
      ['older', 999],
      ['newer', 1_000],
    ] as const)
      await keepMessage(db, 'site', { id, channel: 'email', to: 'ada@example.org', rendered }, at)
    await deleteMessagesBefore(db, 1_000)
    expect((await listMessages(db)).map(({ id }) => id)).toEqual(['newer'])
  })
})
