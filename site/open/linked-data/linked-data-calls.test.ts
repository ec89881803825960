import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { appUnderTest } from '../../testing/index.ts'
import type { ApiCall } from '../api/index.ts'
import type { DumpTables } from '../dump/tables.ts'
import { fillSite, papers, viewSite } from '../dump/testing/index.ts'
import { docmapCall, linksetCall } from './linked-data-calls.ts'

type Db = Kysely<DumpTables>

const origin = 'http://localhost:5000'
const doi = storedDoi(papers.known)
const unheardOf = storedDoi(papers.unknown)
/** An unregistrable DOI, which has no page. */
const impossible = '10.0000/nothing.at.all' as Doi
const zeros = '0'.repeat(9)

/** A site on which a paper has reports; `hash` is that of an approved one. */
const fill = async (db: Db) => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-linked-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'works.sqlite')
  const { reports } = await fillSite(db as never, file)
  const { ask } = viewSite(db, file, Date.parse('2026-11-25T23:59:59Z'))
  const row = await db.selectFrom('reports').selectAll().where('id', '=', reports.counted).executeTakeFirstOrThrow()
  /** Adds a copy of the report with overrides. */
  const addReport = (part: Partial<typeof row>) =>
    db
      .insertInto('reports')
      .values({ ...row, ...part })
      .execute()
  return { ask, addReport, hash: row.sha256 }
}

const problemIn = (body: string): string => (JSON.parse(body) as { type: string }).type.replace(/.*[#/]/, '')

describeStore<DumpTables>('for machines', siteMigrations, open => {
  test('linked data responses have their documented format and type, and a DocMap its creation day', async () => {
    const { ask, hash } = await fill(await open())
    for (const [call, path] of [
      [docmapCall, paths.docmap(doi)],
      [linksetCall, paths.linkset(paths.paper(doi))],
      [linksetCall, paths.linkset(paths.report(doi, hash.slice(0, 9)))],
    ] as const) {
      const { status, type, body } = await ask(path)
      expect([status, type], path).toEqual([200, call.answerType])
      expect(call.answer.safeParse(JSON.parse(body)).error, path).toBeUndefined()
    }
    expect(JSON.parse((await ask(paths.docmap(doi))).body)).toMatchObject({ created: '2026-11-25' })
  })

  test('linked data endpoints return exactly their documented problems', async () => {
    const { ask } = await fill(await open())
    const seen = new Map<ApiCall, Set<string>>([docmapCall, linksetCall].map(call => [call, new Set()]))
    for (const [call, path, problem] of [
      [docmapCall, paths.docmap(unheardOf), 'not-found'],
      [docmapCall, paths.docmap(impossible), 'unknown-paper'],
      [docmapCall, `/api/v1/docmaps${paths.comment(doi)}`, 'not-found'],
      [docmapCall, `/api/v1/docmaps${paths.report(doi, zeros)}`, 'not-found'],
      [linksetCall, paths.linkset(paths.paper(impossible)), 'unknown-paper'],
      [linksetCall, paths.linkset(paths.report(doi, zeros)), 'unknown-report'],
      [linksetCall, paths.linkset(paths.reports(doi)), 'not-found'],
      [linksetCall, paths.linkset(paths.comment(doi)), 'not-found'],
    ] as const) {
      const { status, body } = await ask(path)
      expect([status, problemIn(body)], path).toEqual([404, problem])
      seen.get(call)?.add(problem)
    }
    for (const [call, problems] of seen) expect([...problems].toSorted(), call.path).toEqual(call.problems.toSorted())
  })

  test.each(['/api/v1/docmaps/', '/api/v1/linksets/'])(
    'a URL under %s without a DOI explains where it belongs',
    async begin => {
      const { app } = appUnderTest({ db: (await open()) as never })
      for (const rest of ['hello', '10.1000']) {
        const answer = await app.request(`${origin}${begin}${rest}`)
        const detail = `Use ${begin} followed by a DOI.`
        expect([answer.status, await answer.json()]).toMatchObject([404, { detail }])
      }
    },
  )

  test.each([paths.docmap(doi), paths.linkset(paths.paper(doi))])('%s accepts no parameters', async path => {
    const { app } = appUnderTest({ db: (await open()) as never })
    const answer = await app.request(`${origin}${path}?verbose=1`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'verbose' }])
  })

  test.each([paths.docmap(doi), paths.linkset(paths.paper(doi))])(
    '%s returns 429 with Retry-After after too many source lookups',
    async path => {
      const { app } = appUnderTest({ db: (await open()) as never, retryAfter: 30 })
      const answer = await app.request(`${origin}${path}`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30'])
    },
  )

  test('a report has one URL for any unique hash prefix, and the exact one wins', async () => {
    const { ask, addReport, hash } = await fill(await open())
    const addressesOf = async (name: string) => {
      const linkset = JSON.parse((await ask(paths.linkset(paths.report(doi, name)))).body)
      const crate = JSON.parse((await ask(paths.reportCrate(doi, name))).body)
      return [linkset.linkset[0].anchor, crate['@graph'][1]['@id']]
    }
    const short = origin + paths.report(doi, hash.slice(0, 9))
    expect(await addressesOf(hash.slice(0, 9))).toEqual([short, short])
    expect(await addressesOf(hash)).toEqual([short, short])

    await addReport({ id: 'twin', sha256: hash.slice(0, 9).padEnd(64, '0'), canonical_sha256: '1'.repeat(64) })
    const long = origin + paths.report(doi, hash)
    expect(await addressesOf(hash)).toEqual([long, long])
    expect((await ask(paths.linkset(paths.report(doi, hash.slice(0, 9))))).status).toBe(404)
  })

  test('a crate names the paper by title, or by DOI if no local source knows it', async () => {
    const { ask, addReport, hash } = await fill(await open())
    await addReport({ id: 'other', doi: unheardOf })
    const nameOf = async (paper: Doi) =>
      JSON.parse((await ask(paths.reportCrate(paper, hash.slice(0, 9)))).body)['@graph'][1].name
    expect(await nameOf(doi)).toBe('Reproduction report: Conditions of the human smile')
    expect(await nameOf(unheardOf)).toBe('Reproduction report: 10.1000/x')
  })
})

test.each([docmapCall, linksetCall])(
  '$path: every parameter is a required path parameter matching the example',
  call => {
    const inPath = [...call.path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name)
    expect(call.parameters).toMatchObject(inPath.map(name => ({ name, in: 'path', required: true })))
    expect(call.example?.path).toMatch(/^\/(?:docmaps|linksets)\/10\.\d{4,}\/\S+$/)
    expect(call.example?.path.split('/')[1]).toBe(call.path.split('/')[1])
  },
)

test.each([
  ['no anchor', { describedby: [{ href: 'https://example.org/a' }] }],
  ['a target that is no address', { anchor: 'https://example.org/p', describedby: [{ type: 'text/html' }] }],
  ['a number', { anchor: 'https://example.org/p', describedby: 3 }],
])('a linkset context with %s is invalid', (_, context) => {
  expect(linksetCall.answer.safeParse({ linkset: [context] }).success).toBe(false)
})
