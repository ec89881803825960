import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test, vi } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'

const doi = '10.1000/x' as Doi
const now = Date.parse('2026-11-27T12:00:00Z')

describeStore<AppTables>('GET /feed/…atom', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = { LIMITS_SCALE: '1000' }) => {
    const db = await open()
    const { app, origin } = appUnderTest({ db, settings: { ...settings, TRUSTED_PROXIES: '127.0.0.1' } })
    /** `sent`: the raw path if it differs from the URL's normalized one. */
    const ask = (path: string, headers: Record<string, string> = {}, from = '192.0.2.1', sent = path) =>
      app.request(
        origin + path,
        { headers: { accept: 'application/json', 'x-forwarded-for': from, ...headers } },
        { incoming: { url: sent, socket: { remoteAddress: '127.0.0.1' } } },
      )
    const happen = (n: number, about = doi) =>
      recordActivity(
        db,
        {
          doi: about,
          kind: 'retraction',
          key: `k${n}`,
          at: now,
          date: null,
          by: { name: 'Retraction Watch', href: null },
          label: `Number ${n}`,
          outcome: null,
          detail: null,
          path: '/10.1000/x#known',
        },
        now + n,
      )
    const read = async (path: string) => {
      const text = await (await ask(path)).text()
      const [head = '', ...entries] = text.split('<entry>')
      return {
        title: /<title>([^<]*)</.exec(head)?.[1],
        links: [...head.matchAll(/rel="(\w+)"[^>]*href="([^"]*)"/g)].map(
          ([, rel, href]) => `${rel} ${href?.replace(origin, '')}`,
        ),
        entries: entries.map(entry => /<title>([^<]*)</.exec(entry)?.[1]),
      }
    }
    return { db, ask, happen, read }
  }

  test('feeds exist per paper, per kind and overall, link to their page, and name papers in entries', async () => {
    const { happen, read } = await setUp()
    await happen(1)
    await happen(2, '10.1000/y' as Doi)
    const told = [`Number 1: Title of ${doi}`]
    expect(await read(`/feed/${doi}.atom`)).toEqual({
      title: `Title of ${doi} · Corroborate`,
      links: [`self /feed/${doi}.atom`, `alternate /${doi}`],
      entries: told,
    })
    expect(await read('/feed/retractions.atom')).toEqual({
      title: 'Retractions · Corroborate',
      links: ['self /feed/retractions.atom', 'alternate /recent?kind=retractions'],
      entries: ['Number 2: Title of 10.1000/y', ...told],
    })
    expect(await read('/feed/all.atom')).toMatchObject({ links: ['self /feed/all.atom', 'alternate /recent'] })
    expect((await read('/feed/10.1000%2Fx.atom')).entries).toEqual(told)
    expect((await read(`/feed/${doi}.atom?from=reader`)).entries).toEqual(told)
  })

  test('a feed contains the latest fifty entries', async () => {
    const { happen, read } = await setUp()
    for (let n = 1; n <= 51; n++) await happen(n)
    const { entries } = await read(`/feed/${doi}.atom`)
    expect([entries.length, entries[0], entries.at(-1)]).toEqual([
      50,
      `Number 51: Title of ${doi}`,
      `Number 2: Title of ${doi}`,
    ])
  })

  test('a feed returns 304 for any matching ETag, and is publicly cacheable', async () => {
    const { ask, happen } = await setUp()
    await happen(1)
    const first = await ask('/feed/all.atom')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect([first.headers.get('cache-control'), first.headers.get('x-robots-tag')]).toEqual([
      'public, max-age=300',
      null,
    ])
    for (const has of [etag, `"x", ${etag}`, ` W/${etag} , "y"`, '*']) {
      const again = await ask('/feed/all.atom', { 'if-none-match': has })
      expect([again.status, await again.text(), again.headers.get('etag')], has).toEqual([304, '', etag])
      expect(again.headers.get('cache-control')).toBe('public, max-age=300')
    }
    for (const has of ['', '"x"', etag.slice(1), `x${etag}`])
      expect((await ask('/feed/all.atom', { 'if-none-match': has })).status, has).toBe(200)
  })

  test('a feed is rate limited per IP address', async () => {
    const { ask } = await setUp({ LIMITS_SCALE: '0.01' })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await ask('/feed/all.atom')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await ask('/feed/all.atom', {}, '198.51.100.1')).status).toBe(200)
  })

  test('an unknown feed lists the available ones', async () => {
    const { ask } = await setUp()
    const refused = async (path: string) => {
      const answer = await ask(path)
      return [answer.status, ((await answer.json()) as { error: string }).error]
    }
    for (const path of ['/feed/nothing.atom', '/feed/', '/feed/toString.atom', '/feed/All.atom', '/feed/all.atom.atom'])
      expect(await refused(path), path).toEqual([404, expect.stringMatching(/^Feed not found/)])
    const mangled = '/%E0%A4/../feed/10.1000/x.atom'
    expect((await ask(`/feed/${doi}.atom`, {}, '192.0.2.1', mangled)).status).toBe(404)
    const lost = [404, expect.stringMatching(/^This feed’s address/)]
    for (const secret of ['x', 'x'.repeat(32)]) expect(await refused(`/feed/mine/${secret}.atom`)).toEqual(lost)
  })

  test('a feed recovers after a database outage', async () => {
    const { db, ask } = await setUp()
    const away = vi.spyOn(db, 'getExecutor').mockImplementationOnce(() => {
      throw new Error('away')
    })
    expect((await ask('/feed/all.atom')).status).toBe(500)
    away.mockRestore()
    expect((await ask('/feed/all.atom')).status).toBe(200)
  })
})
