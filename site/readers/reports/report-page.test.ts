import { createHash } from 'node:crypto'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { siteMigrations } from '../../app/migrations.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { attemptsReader } from './attempts.ts'
import type { ReportPageModel } from './model.ts'
import type { ReportTables } from './tables.ts'
import { exampleReport } from './testing/index.ts'

type Tables = AppTables & ReportTables & ModerationTables & ActivityTables

const page = { accept: 'text/html' }
const short = exampleReport.sha256.slice(0, 9)
const address = `/10.1000/x/audit/${short}`

/** The parts of schema.org's `Review` that search engines ask for (CONVENTIONS 2.6), and no rating. */
const review = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Review'),
  '@id': z.url(),
  url: z.url(),
  name: z.string().min(1),
  itemReviewed: z.strictObject({
    '@type': z.literal('ScholarlyArticle'),
    '@id': z.url(),
    sameAs: z.url(),
    url: z.url(),
    name: z.string().optional(),
  }),
  reviewAspect: z.string(),
  abstract: z.string(),
  reviewBody: z.string().min(1),
  author: z.strictObject({ '@type': z.literal('Person'), name: z.string().min(1) }),
  datePublished: z.iso.date(),
  dateCreated: z.iso.date(),
  publisher: z.strictObject({ '@type': z.literal('Organization'), name: z.string(), url: z.url() }),
  identifier: z.strictObject({
    '@type': z.literal('PropertyValue'),
    propertyID: z.literal('SHA-256'),
    value: z.string().regex(/^[\da-f]{64}$/),
  }),
  isBasedOn: z.url().optional(),
})

describeStore<Tables>('GET /{doi}/audit/{first 9 of sha256}', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, { LIMITS_SCALE: '1000' })
    const ada = callers.person('ada@example.org')
    const moderator = callers.person('mo@example.org', { roles: ['moderator'] })
    const report = async (who: typeof ada, part: object = {}) =>
      ((await (await who.send('/10.1000/x/audit/', { ...exampleReport, ...part })).json()) as { id: string }).id
    const decide = async (id: string, body: object) => (await moderator.send(`/moderate/audit/${id}`, body)).status
    const model = async (who: { send: typeof ada.send }, path = address) => {
      const answer = await who.send(path, null, page)
      return {
        status: answer.status,
        ...((await answer.json()) as { page: string; model: ReportPageModel; head: { jsonLd?: object[] } }),
      }
    }
    return { db, ...callers, ada, moderator, report, decide, model }
  }

  test('a pending or rejected report is visible to its author and moderators only', async () => {
    const { ada, moderator, visitor, person, report, decide, model } = await setUp()
    const id = await report(ada)
    const bob = person('bob@example.org')
    for (const path of [address, `${address}.json`, `${address}.bib`, `${address}.yml`, `/10.1000/x/audit/${id}`])
      for (const who of [visitor, bob]) expect((await who.send(path, null, page)).status, path).toBe(404)
    expect(await model(ada)).toMatchObject({ status: 200, model: { report: { standing: { kind: 'waiting' } } } })
    expect((await model(moderator)).status).toBe(200)
    expect(await (await visitor.send('/10.1000/x/audit/', null, page)).json()).toMatchObject({
      page: 'reports',
      model: { reports: [] },
    })
    await decide(id, { action: 'reject', reason: 'incomplete', message: 'Which version?' })
    expect(await model(ada)).toMatchObject({
      model: {
        report: { standing: { kind: 'refused', why: 'It cannot be checked as it stands', message: 'Which version?' } },
      },
    })
    expect((await visitor.send(address, null, page)).status).toBe(404)
  })

  test('an approved report is public without its email address, until undone', async () => {
    const { db, ada, visitor, report, decide, model } = await setUp()
    const id = await report(ada)
    expect(await decide(id, { action: 'approve' })).toBe(200)
    const shown = await model(visitor)
    expect(shown).toMatchObject({
      page: 'audit',
      model: {
        kind: 'report',
        report: {
          headline: 'Partly reproduced: 1 of 2 results differs',
          name: 'Ada Lovelace',
          platform: 'linux',
          sha256: exampleReport.sha256,
          canonicalSha256: expect.stringMatching(/^[\da-f]{64}$/),
          standing: { kind: 'approved' },
        },
      },
    })
    expect(JSON.stringify(shown)).not.toContain('ada.secret')
    expect(shown.head.jsonLd).toHaveLength(1)
    expect(review.safeParse(shown.head.jsonLd?.[0]).error).toBeUndefined()
    expect(await db.selectFrom('activity').select(['kind', 'outcome', 'path', 'by_name']).execute()).toEqual([
      { kind: 'report-approved', outcome: 'partial', path: address, by_name: 'Ada Lovelace' },
    ])
    const attempts = await attemptsReader(db)(['10.1000/x' as never])
    expect(attempts).toMatchObject([{ outcome: 'partial', source: 'report', replicationUrl: address }])
    await decide(id, { action: 'undo' })
    expect((await visitor.send(address, null, page)).status).toBe(404)
    expect(await db.selectFrom('activity').select('id').execute()).toEqual([])
    expect(await attemptsReader(db)(['10.1000/x' as never])).toEqual([])
  })

  test('the report page shows code changes, the rejection reason, and what it lacks to count', async () => {
    const { ada, moderator, visitor, person, report, decide, model } = await setUp()
    const shown = async (who: typeof ada | typeof visitor) => {
      const { model: found } = await model(who)
      if (found.kind !== 'report') throw new Error('There is one.')
      return found.report
    }
    const id = await report(ada, { codeChanges: 'One path.' })
    expect(await shown(ada)).toMatchObject({ approvedOn: null, codeChanges: [[{ text: 'One path.' }]] })
    await moderator.send(`/moderate/audit/${id}`, { action: 'spam' })
    expect((await shown(ada)).standing).toEqual({ kind: 'refused', why: null, message: null })
    await decide(id, { action: 'undo' })
    await decide(id, { action: 'approve' })
    expect((await shown(visitor)).standing).toEqual({ kind: 'approved', counting: 'one-approval' })
    await person('max@example.org', { roles: ['moderator'] }).send(`/moderate/audit/${id}`, { action: 'second' })
    const { standing, approvedOn, reportedOn, files, problem } = await shown(visitor)
    expect([standing, approvedOn]).toEqual([{ kind: 'approved', counting: 'counted' }, reportedOn])
    expect(Object.values(files).toSorted()).toEqual(
      ['.bib', '.csl.json', '.json', '.ris', '.yml'].map(end => address + end),
    )
    expect(problem).toContain(exampleReport.sha256)
  })

  test('a report counts with public material and two approvals, until one is withdrawn', async () => {
    const { db, ada, person, report, decide } = await setUp()
    const max = person('max@example.org', { roles: ['moderator'] })
    const second = async (id: string, who = max) =>
      (await who.send(`/moderate/audit/${id}`, { action: 'second' })).status
    const counts = async () =>
      (await attemptsReader(db)(['10.1000/x' as never])).map(({ isUncounted }) => isUncounted !== true)
    const id = await report(ada)
    expect(await second(id), 'nobody has approved it').toBe(409)
    await decide(id, { action: 'approve' })
    expect(await counts()).toEqual([false])
    expect(await decide(id, { action: 'second' }), 'the same moderator').toBe(403)
    expect(await counts()).toEqual([false])
    expect(await second(id)).toBe(200)
    expect(await counts()).toEqual([true])
    await decide(id, { action: 'undo' })
    expect(await counts()).toEqual([false])
    expect(await second(id)).toBe(200)
    await decide(id, { action: 'undo' })
    await decide(id, { action: 'undo' })
    expect(await counts()).toEqual([])
    await decide(id, { action: 'approve' })
    expect(await counts(), 'what is approved anew needs a second approval anew').toEqual([false])
  })

  test('a report does not count without public material or with its author’s own approval', async () => {
    const { person, report, decide, visitor, model } = await setUp()
    const max = person('max@example.org', { roles: ['moderator'] })
    const bare = await report(person('bob@example.org'), { reproducibilityPackage: '' })
    await decide(bare, { action: 'approve' })
    expect(await model(visitor)).toMatchObject({ model: { report: { standing: { counting: 'no-material' } } } })
    expect((await max.send(`/moderate/audit/${bare}`, { action: 'second' })).status).toBe(409)
    const own = await report(max)
    await decide(own, { action: 'approve' })
    expect((await max.send(`/moderate/audit/${own}`, { action: 'second' })).status).toBe(403)
  })

  test.each([
    ['files and a package', {}, true],
    ['a package alone', { files: [] }, true],
    ['files alone', { reproducibilityPackage: '' }, true],
    ['neither', { files: [], reproducibilityPackage: '' }, false],
    ['neither, from a client that sends null', { files: [], reproducibilityPackage: null }, false],
  ])('a report with %s has a fingerprint only if there is something to hash', async (_, part, hasFingerprint) => {
    const { ada, visitor, report, decide, model } = await setUp()
    await decide(await report(ada, part), { action: 'approve' })
    const { model: shown, head } = await model(visitor)
    expect(shown).toMatchObject({ report: { hasFingerprint, sha256: exampleReport.sha256 } })
    expect(JSON.stringify(head.jsonLd).includes(exampleReport.sha256)).toBe(hasFingerprint)
    const cited = await (await visitor.send(`${address}.bib`, null)).text()
    expect(cited.includes(`SHA-256 ${exampleReport.sha256}`)).toBe(hasFingerprint)
  })

  test('report files: citations, codecheck.yml and the canonical form with the displayed hash', async () => {
    const { ada, visitor, report, decide, model } = await setUp()
    const id = await report(ada)
    const keeping = async (who: typeof visitor) => (await who.send(`${address}.yml`, null)).headers.get('cache-control')
    expect(await keeping(ada)).toBe('no-store')
    await decide(id, { action: 'approve' })
    expect(await keeping(visitor)).toBe('public, max-age=300')
    const file = async (end: string) => {
      const answer = await visitor.send(address + end, null)
      const named = answer.headers.get('content-disposition')
      return { type: answer.headers.get('content-type'), named, text: await answer.text() }
    }
    const bib = await file('.bib')
    expect(bib.type).toMatch(/^application\/x-bibtex/)
    for (const end of ['.bib', '.json'])
      expect((await file(end)).named).toBe(`attachment; filename="report-${short}${end}"`)
    expect(bib.text).toMatch(/^@techreport\{lovelace\d{4}reproduction,/)
    expect(bib.text).toContain('institution = {Corroborate}')
    expect((await file('.ris')).text).toMatch(/^TY {2}- RPRT\r\nAU {2}- Lovelace, Ada\r\n/)
    expect(JSON.parse((await file('.csl.json')).text)).toMatchObject([
      {
        type: 'report',
        publisher: 'Corroborate',
        number: exampleReport.sha256,
        author: [{ family: 'Lovelace', given: 'Ada' }],
      },
    ])
    const yaml = await file('.yml')
    expect(yaml.type).toBe('application/yaml; charset=utf-8')
    expect(yaml.text).toContain('reference: https://doi.org/10.1000/x')
    expect(yaml.text).toContain('run.R')
    expect(yaml.text).toContain(address)
    const canonical = (await file('.json')).text
    const { model: shown } = await model(visitor)
    expect(shown.kind === 'report' && shown.report.canonicalSha256).toBe(
      createHash('sha256').update(canonical).digest('hex'),
    )
    for (const end of ['.bib', '.ris', '.csl.json', '.yml', '.json'])
      expect((await file(end)).text).not.toContain('ada.secret')
    expect((await visitor.send(`${address}.exe`, null)).status).toBe(404)
  })

  test('nine characters of the canonical hash also resolve, and fewer or different ones do not', async () => {
    const { ada, visitor, report, decide, model } = await setUp()
    await decide(await report(ada), { action: 'approve' })
    const { model: shown } = await model(visitor)
    const canonical = shown.kind === 'report' ? shown.report.canonicalSha256 : ''
    for (const name of [canonical.slice(0, 9), canonical, exampleReport.sha256]) {
      const answer = await visitor.send(`/10.1000/x/audit/${name}`, null, page)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, address])
    }
    for (const name of [short.slice(0, 8), '0'.repeat(9), 'g'.repeat(9), `${short}%25`, `${short}'--`, '..%2F'])
      expect((await visitor.send(`/10.1000/x/audit/${name}`, null, page)).status, name).toBe(404)
  })

  test('of many reports the newest are shown and the others counted by outcome', async () => {
    const { db } = await setUp()
    const statuses = ['success', 'success', 'failed', 'success', 'partial', 'failed', 'success', 'success'] as const
    const rows = statuses.map((outcome, n) => ({
      id: `r${n}`,
      doi: '10.1000/x',
      author: null,
      name: `Reader ${n}`,
      email: null,
      sha256: String(n).repeat(64),
      canonical_sha256: String(n).repeat(64),
      outcome,
      content: '{}',
      created_at: Date.UTC(2020 + n, 0, 1),
      approved_at: n + 1,
      counted_at: n + 1,
    }))
    const read = attemptsReader(db)
    const told = async () =>
      (await read(['10.1000/x' as never])).map(({ outcome, replicationTitle, replicationYear, count = 1 }) => [
        outcome,
        replicationTitle,
        count,
        replicationYear,
      ])
    await db.insertInto('reports').values(rows.slice(0, 5)).execute()
    expect((await told()).map(([, title]) => title)).toEqual(
      [4, 3, 2, 1, 0].map(n => `A reproduction report by Reader ${n}`),
    )
    await db.insertInto('reports').values(rows.slice(5)).execute()
    expect(await told()).toEqual([
      ['success', 'A reproduction report by Reader 7', 1, 2027],
      ['success', 'A reproduction report by Reader 6', 1, 2026],
      ['failed', 'A reproduction report by Reader 5', 1, 2025],
      // The year of the newest unlisted report.
      ['failed', 'Another reproduction report', 1, 2022],
      ['partial', 'Another reproduction report', 1, 2024],
      ['success', '3 more reproduction reports', 3, 2023],
    ])
    await db.updateTable('reports').set({ name: null }).where('id', '=', 'r7').execute()
    expect((await read(['10.1000/x' as never]))[0]).toMatchObject({
      replicationTitle: 'A reproduction report',
      replicationDate: '2027-01-01',
    })
    // A list counts them all.
    expect(await read(['10.1000/x', '10.1000/y'] as never[])).toMatchObject([{ count: 2 }, { count: 1 }, { count: 5 }])
  })

  test('reports sharing nine hash characters are disambiguated', async () => {
    const { db, ada, visitor, moderator, person, report, decide, model } = await setUp()
    const near = `${short}${'0'.repeat(55)}`
    // Another hash with the same nine; the same hash with another text; the very same of another person.
    await decide(await report(ada), { action: 'approve' })
    await decide(await report(person('bob@example.org'), { sha256: near }), { action: 'approve' })
    await decide(await report(person('eve@example.org'), { auditReport: 'Other words.' }), { action: 'approve' })
    const last = await report(person('kay@example.org'))
    const { model: seen } = await model(moderator)
    expect(seen.kind === 'several' && seen.reports.filter(({ isWaiting }) => isWaiting)).toHaveLength(1)
    await decide(last, { action: 'approve' })
    const { model: listed } = await model(visitor)
    if (listed.kind !== 'several') throw new Error('They share an address.')
    expect(listed.reports).toHaveLength(4)
    const addresses = listed.reports.map(({ href }) => href)
    expect(new Set(addresses).size).toBe(4)
    const fingerprints = listed.reports.map(({ fingerprint }) => fingerprint)
    expect(new Set(fingerprints).size, 'as one reads them').toBe(4)
    expect(fingerprints.every(({ length }) => length === 9)).toBe(true)
    for (const href of addresses) {
      const { status, model: one } = await model(visitor, href)
      expect([status, one.kind], href).toEqual([200, 'report'])
    }
    const attempts = await attemptsReader(db)(['10.1000/x' as never])
    expect(new Set(attempts.map(({ replicationUrl }) => replicationUrl))).toEqual(new Set(addresses))
    const all = (await (await visitor.send('/10.1000/x/audit/', null, page)).json()) as {
      model: { reports: { href: string }[] }
    }
    expect(new Set(all.model.reports.map(({ href }) => href))).toEqual(new Set(addresses))
  })
})
