import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { Reader } from '../../kit/page/reader.ts'
import { type ActivityKind, addInterest, recordActivity, setBounty } from '../../paper/activity/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import type { FrontModel, RecentPageModel, WantedPageModel } from './models.ts'
import { frontReader } from './pages.ts'

const doiOf = (suffix: string | number): Doi => parseDoi(`10.1000/${suffix}`) as Doi
const noon = Date.parse('2026-11-27T12:00:00Z')
const minute = 60_000

const happen = (db: Kysely<AppTables>, number: number, kind: ActivityKind, at = noon + number * minute) =>
  recordActivity(
    db,
    {
      doi: doiOf(number),
      kind,
      key: `${kind}:${number}`,
      at,
      date: kind === 'correction' ? '2026-11' : null,
      by: { name: 'Somebody', href: null },
      label: `Thing ${number}`,
      outcome: kind === 'report-approved' ? 'partial' : null,
      detail: 'Words',
      path: `/10.1000/${number}#known`,
    },
    at,
  )

const stage = (db: Kysely<AppTables>) => {
  const { app, origin } = appUnderTest({ db, settings: { LIMITS_SCALE: '1000' } })
  const ask = (path: string) => app.request(origin + path, { headers: { accept: 'text/html' } })
  const shown = async <Model>(
    path: string,
  ): Promise<{ model: Model; head: { links: object[]; meta?: object[] }; reader: Reader }> => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    return (await answer.json()) as never
  }
  /** Every title of a list, page by page. */
  const walk = async (path: string): Promise<string[]> => {
    const titles: string[] = []
    for (let next: string | null = path; next !== null; ) {
      const { model }: { model: RecentPageModel | WantedPageModel } = await shown(next)
      titles.push(...('entries' in model ? model.entries : model.papers).map(({ title }) => title))
      next = model.next
    }
    return titles
  }
  return { origin, ask, shown, walk }
}

const titles = (numbers: readonly (number | string)[]) => numbers.map(number => `Title of 10.1000/${number}`)
const countDown = (from: number, to: number, step = 1) =>
  Array.from({ length: (from - to) / step + 1 }, (_, index) => from - index * step)

describeStore<AppTables>('the lists of the site', siteMigrations, open => {
  test('/recent lists events newest first, by page and kind, without duplicates at equal times', async () => {
    const db = await open()
    const { shown, walk } = stage(db)
    for (let number = 0; number < 70; number++)
      await happen(db, number, number % 2 === 0 ? 'retraction' : 'correction', noon + Math.floor(number / 7) * minute)
    await happen(db, 70, 'note-approved')
    const all = await walk('/recent')
    expect(all).toHaveLength(71)
    expect(new Set(all)).toEqual(new Set(titles(countDown(70, 0))))
    expect(all[0]).toBe('Title of 10.1000/70')
    expect((await walk('/recent?kind=corrections')).sort()).toEqual(titles(countDown(69, 0)).sort())
    expect((await walk('/recent?kind=retractions')).sort()).toEqual(titles(countDown(68, 0, 2)).sort())
    expect(await walk('/recent?kind=reports')).toEqual([])

    const { model, head } = await shown<RecentPageModel>('/recent?kind=notes')
    expect(model.filters.filter(({ isHere }) => isHere)).toEqual([
      { words: 'Notes', path: '/recent?kind=notes', isHere: true, count: '1' },
    ])
    expect(model.filters.map(({ count }) => count)).toContain('71')
    expect(model.entries).toMatchObject([
      { shape: null, label: 'Thing 70', when: 'on 27 November 2026', year: '2026', by: 'Somebody' },
    ])
    expect(head.links).toContainEqual(
      expect.objectContaining({ rel: 'alternate', href: expect.stringMatching(/\/feed\/notes\.atom$/) }),
    )
    const later = await shown<RecentPageModel>((await shown<RecentPageModel>('/recent')).model.next ?? '')
    expect(later.head.meta).toEqual([{ name: 'robots', content: 'noindex' }])
  })

  test('/wanted lists watched papers, most watched first, with their claims', async () => {
    const db = await open()
    const { shown, walk } = stage(db)
    for (let number = 1; number <= 40; number++)
      await addInterest(db, doiOf(number), { watchers: Math.ceil(number / 4), claims: number % 3 === 0 ? 1 : 0 })
    await addInterest(db, doiOf('only-claimed'), { claims: 2 })
    await addInterest(db, doiOf('left'), { watchers: 1 })
    await addInterest(db, doiOf('left'), { watchers: -1 })
    const all = await walk('/wanted')
    expect(all).toHaveLength(41)
    expect(new Set(all)).toEqual(new Set(titles([...countDown(40, 1), 'only-claimed'])))
    expect(all.at(-1)).toBe('Title of 10.1000/only-claimed')
    expect(new Set(await walk('/wanted?kind=open'))).toEqual(new Set(titles(countDown(40, 1).filter(n => n % 3 !== 0))))
    expect(new Set(await walk('/wanted?kind=claimed'))).toEqual(
      new Set(titles([...countDown(39, 3, 3), 'only-claimed'])),
    )
    const { model } = await shown<WantedPageModel>('/wanted?kind=claimed')
    expect(model.papers[0]?.interest).toBe('10 people watch it · one person has claimed it')
    expect(model.papers.at(-1)?.interest).toBe('2 people have claimed it')
  })

  test.each([
    [
      '/recent',
      [
        '',
        '?kind=corrections',
        '?kind=retractions',
        '?kind=replications',
        '?kind=reports',
        '?kind=notes',
        '?kind=claims',
      ],
      '/feed/all.atom',
    ],
    ['/wanted', ['', '?kind=open', '?kind=claimed'], '/feed/claims.atom'],
  ])('%s has filters with their own URLs, and its cache key is that of all lists', async (list, parts, feed) => {
    const { origin, ask, shown } = stage(await open())
    for (const part of parts) {
      const { model, head } = await shown<RecentPageModel | WantedPageModel>(list + part)
      expect(model.filters.map(({ path }) => path)).toEqual(parts.map(each => list + each))
      expect(model.filters.filter(({ isHere }) => isHere).map(({ path }) => path)).toEqual([list + part])
      expect(model.filters.every(({ words }) => /^[A-Z]/.test(words))).toBe(true)
      expect(model.isLater).toBe(false)
      expect(head).toMatchObject({ canonical: origin + list + part, title: expect.stringMatching(/· Corroborate$/) })
      expect(head.meta).toBeUndefined()
    }
    expect((await shown(list)).head.links).toEqual([
      { rel: 'alternate', href: origin + feed, type: 'application/atom+xml', title: expect.any(String) },
    ])
    expect((await ask(list)).headers.get('Surrogate-Key')?.split(' ')).toContain('lists')
  })

  test('later pages of both lists are noindex and self-canonical', async () => {
    const db = await open()
    for (let number = 0; number < 40; number++) {
      await happen(db, number, 'retraction')
      await happen(db, number, 'claim')
      await addInterest(db, doiOf(number), { watchers: 1 })
    }
    const { shown } = stage(db)
    for (const list of ['/recent', '/recent?kind=retractions', '/wanted']) {
      const next = (await shown<RecentPageModel | WantedPageModel>(list)).model.next ?? ''
      const { model, head, reader } = await shown<RecentPageModel | WantedPageModel>(next)
      expect(model.isLater).toBe(true)
      expect(head.meta).toEqual([{ name: 'robots', content: 'noindex' }])
      expect(reader.path).toBe(next)
    }
    const { model } = await shown<RecentPageModel>('/recent?kind=retractions')
    expect(new Set(model.entries.map(({ shape }) => shape))).toEqual(new Set(['retraction']))
  })

  test('home shows the top of both lists and its examples’ status, or nothing when empty', async () => {
    const db = await open()
    const empty = await stage(db).shown<FrontModel>('/')
    expect(empty.model).toMatchObject({ wanted: [], said: [], corrections: [] })
    expect(Object.keys(empty.model.statuses)).toContain('10.1257/aer.100.2.573')
    await addInterest(db, doiOf(1), { watchers: 1 })
    await happen(db, 2, 'report-approved')
    for (let number = 3; number < 10; number++) await happen(db, number, 'correction')
    await happen(db, 10, 'claim')
    const { model } = await stage(db).shown<FrontModel>('/')
    expect(model.wanted).toEqual([
      {
        title: 'Title of 10.1000/1',
        path: '/10.1000/1',
        status: null,
        bounty: null,
        interest: '1 person watches it · nobody has claimed it yet',
      },
    ])
    expect(model.said).toMatchObject([{ label: 'Thing 2', shape: 'mixed' }])
    expect(model.corrections.map(({ title }) => title)).toEqual(titles([9, 8, 7, 6]))
    expect(model.corrections[0]).toMatchObject({ shape: 'correction', when: 'in November 2026' })
  })

  test('/wanted lists the highest bounties first, then the most watched, page by page', async () => {
    const db = await open()
    const { walk } = stage(db)
    for (let number = 1; number <= 70; number++) {
      await addInterest(db, doiOf(number), { watchers: number % 3 })
      if (number % 5 === 0) await setBounty(db, doiOf(number), number * 100)
    }
    const wanted = Array.from({ length: 70 }, (_, index) => index + 1).filter(n => n % 5 === 0 || n % 3 > 0)
    const offered = (n: number) => (n % 5 === 0 ? n : 0)
    const byDoi = (a: number, b: number) => (`10.1000/${a}` < `10.1000/${b}` ? 1 : -1)
    const expected = wanted.toSorted((a, b) => offered(b) - offered(a) || (b % 3) - (a % 3) || byDoi(a, b))
    expect(await walk('/wanted')).toEqual(titles(expected))
    expect(await walk('/wanted?kind=open')).toEqual(titles(expected))
    expect(await walk('/wanted?kind=claimed')).toEqual([])
  })

  test('home renders without lists while the database is unavailable, and other errors surface', async () => {
    const db = await open()
    const readWhile = (error: Error) =>
      frontReader(
        db as never,
        () => Promise.reject(error),
        async () => new Map(),
      )([doiOf(1)])
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(await readWhile(gone)).toEqual({ wanted: [], said: [], corrections: [], statuses: {} })
    await expect(readWhile(new Error('a mistake of ours'))).rejects.toThrow('a mistake of ours')
  })

  test.each([
    '/recent?kind=everything',
    '/recent?kind=__proto__',
    '/recent?kind=',
    '/recent?before=',
    '/recent?before=1',
    '/recent?before=99999999999999999999.x',
    '/recent?before=1.%00',
    '/recent?before=1.a%27--',
    '/wanted?kind=bounty',
    '/wanted?after=1',
    '/wanted?after=9999999999.10.1000/x',
    '/wanted?after=1.nothing',
    '/wanted?after=1.10.1000/%00',
    `/wanted?after=1.10.1000/${'x'.repeat(3_000)}`,
  ])('bad input: %s is 400, and says so', async path => {
    const { ask } = stage(await open())
    const answer = await ask(path)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(/This list has no such filter|This list has no such page|it holds a NUL/)
  })

  test('/retractions redirects to the retractions among recent updates', async () => {
    const { ask } = stage(await open())
    const answer = await ask('/retractions')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/recent?kind=retractions'])
  })
})
