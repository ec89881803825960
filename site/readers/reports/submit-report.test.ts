import { engineOf } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type AppTables, deletedAccount, type SendCall, startCallers } from '../../testing/index.ts'
import type { ClaimTables } from '../claims/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { keepDraftAs } from './drafts.ts'
import type { ReportTables } from './tables.ts'
import { exampleReport } from './testing/index.ts'

type Tables = AppTables & ReportTables & ClaimTables & ModerationTables

const sendTo = '/10.1000/x/audit/'
const hex = 'ab'.repeat(32)

/** Body of older clients' claim form (SPEC §5, §7). */
const oldClaim = {
  sha256: 'c0'.repeat(32),
  status: 'pending',
  auditorName: 'Ada Lovelace',
  auditorEmail: 'Ada Lovelace',
  auditReport: 'I will run it again.',
  reproducibilityPackage: null,
}

const formOf = (fields: object) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]),
  ).toString()

describeStore<Tables>('POST /{doi}/audit/', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => {
    const db = await open()
    const callers = await startCallers(db as unknown as Kysely<AppTables>, settings)
    return { db, ...callers, ada: callers.person('ada@example.org') }
  }
  const kept = async (db: Kysely<Tables>) => ({
    reports: await db.selectFrom('reports').selectAll().orderBy('created_at').execute(),
    claims: await db.selectFrom('claims').selectAll().execute(),
    queue: await db.selectFrom('moderation_items').select(['kind', 'id', 'status']).execute(),
    drafts: await db.selectFrom('report_drafts').selectAll().execute(),
  })
  const nothing = { reports: [], claims: [], queue: [], drafts: [] }

  test('the wizard’s report is stored and pending', async () => {
    const { db, ada } = await setUp()
    const answer = await ada.send(sendTo, exampleReport)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        id: expect.any(String),
        status: 'pending',
        sha256: exampleReport.sha256,
        audit: `/10.1000/x/audit/${exampleReport.sha256.slice(0, 9)}`,
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { reports, queue } = await kept(db)
    expect(reports).toMatchObject([
      {
        doi: '10.1000/x',
        author: `user:${ada.id}`,
        outcome: 'partial',
        sha256: exampleReport.sha256,
        approved_at: null,
      },
    ])
    expect(queue).toEqual([{ kind: 'audit', id: reports[0]?.id, status: 'pending' }])
  })

  test('the same report as a form redirects to its page', async () => {
    const { db, ada } = await setUp()
    const { results: _, files: __, ...fields } = exampleReport
    const form = `${formOf(fields)}&resultClaim=Table+1&resultPublished=3.4&resultObtained=3.4&resultVerdict=same&resultClaim=&resultPublished=&resultObtained=&resultVerdict=same&manifest=${'ab'.repeat(32)}++data.csv`
    const answer = await ada.send(sendTo, form, { accept: 'text/html' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/10.1000/x/audit/${exampleReport.sha256.slice(0, 9)}`,
    ])
    const { reports } = await kept(db)
    expect(JSON.parse(reports[0]?.content ?? '')).toMatchObject({
      results: [{ claim: 'Table 1', published: '3.4', obtained: '3.4', verdict: 'same' }],
      files: [{ name: 'data.csv', size: null, sha256: hex }],
    })
  })

  test('a form without SHA-256 gets a random 64-digit one', async () => {
    const { db, ada } = await setUp()
    const { results: _, files: __, sha256: ___, ...fields } = exampleReport
    expect((await ada.send(sendTo, formOf({ ...fields, sha256: '' }), { accept: 'text/html' })).status).toBe(303)
    expect((await kept(db)).reports[0]?.sha256).toMatch(/^[\da-f]{64}$/)
  })

  test('a form with files and no SHA-256 gets the files’ hash, never a random one', async () => {
    const { db, ada } = await setUp()
    const { results: _, files: __, sha256: ___, ...fields } = exampleReport
    const form = `${formOf({ ...fields, sha256: '' })}&manifest=${hex}++data.csv`
    expect((await ada.send(sendTo, form, { accept: 'text/html' })).status).toBe(303)
    expect((await kept(db)).reports[0]?.sha256).toBe(hex)
  })

  test('form errors are shown next to the input', async () => {
    const { db, ada } = await setUp()
    const answer = await ada.send(
      sendTo,
      formOf({ ...exampleReport, results: '', files: '', approach: ' ', auditorEmail: 'x' }),
      {
        accept: 'text/html',
      },
    )
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        page: 'reproduce',
        model: {
          wizard: {
            problems: { approach: 'This field is required', auditorEmail: 'Invalid email address' },
            entries: { environmentDetails: exampleReport.environmentDetails },
          },
        },
      },
    ])
    expect(await kept(db)).toEqual(nothing)
  })

  test('an API client sending a form gets an API response', async () => {
    const { ada } = await setUp()
    const { results: _, files: __, ...fields } = exampleReport
    const wrong = await ada.send(sendTo, formOf({ ...fields, approach: ' ' }))
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { error: 'Invalid approach: This field is required.' },
    ])
    const right = await ada.send(sendTo, formOf(fields))
    expect([right.status, await right.json()]).toMatchObject([200, { status: 'pending' }])
  })

  test('a report sent to another paper’s URL is rejected', async () => {
    const { db, ada } = await setUp()
    const answer = await ada.send(`${sendTo}${exampleReport.sha256.slice(0, 9)}`, exampleReport)
    expect(answer.status).toBe(405)
    expect(await kept(db)).toEqual(nothing)
  })

  test('the email address is normalized', async () => {
    const { db, ada } = await setUp()
    await ada.send(sendTo, { ...exampleReport, auditorEmail: 'Ada.Secret@EXAMPLE.org' })
    expect((await kept(db)).reports[0]?.email).toBe('ada.secret@example.org')
  })

  describe('claims from old clients', () => {
    test.each([
      ['JSON', oldClaim],
      ['a form', formOf(oldClaim)],
    ])('an old claim is accepted as %s', async (_, body) => {
      const { db, ada } = await setUp()
      const answer = await ada.send(sendTo, body)
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { status: 'pending', until: expect.any(String) },
      ])
      const { claims, queue } = await kept(db)
      expect(claims).toMatchObject([
        {
          doi: '10.1000/x',
          name: 'Ada Lovelace',
          show_name: 0,
          email: 'ada@example.org',
          package: null,
          approved_at: null,
        },
      ])
      expect(queue).toEqual([{ kind: 'audit', id: claims[0]?.id, status: 'pending' }])
    })

    test('an old form without JavaScript redirects to the paper with claim_submitted=true', async () => {
      const { ada } = await setUp()
      const answer = await ada.send(sendTo, formOf(oldClaim), { accept: 'text/html' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/10.1000/x?claim_submitted=true'])
      const page = await ada.send('/10.1000/x?claim_submitted=true', null, { accept: 'text/html' })
      expect(await page.json()).toMatchObject({
        reader: { notice: expect.stringMatching(/^Thank you for your claim/) },
      })
    })
  })

  test('resubmitting a claim and a report changes nothing, and a second claim on the paper is rejected', async () => {
    const { db, ada } = await setUp()
    for (const body of [oldClaim, exampleReport]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => ada.send(sendTo, body)))
      const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: string }).id))
      expect([answers.map(({ status }) => status), new Set(ids).size]).toEqual([[200, 200, 200, 200, 200, 200], 1])
    }
    const { reports, claims, queue } = await kept(db)
    expect([reports.length, claims.length, queue.length]).toEqual([1, 1, 2])
    const other = await ada.send(sendTo, { ...oldClaim, sha256: hex })
    expect([other.status, await other.json()]).toMatchObject([
      409,
      { error: expect.stringMatching(/^You have already claimed this paper until \d+ \w+ \d{4}\.$/) },
    ])
  })

  test('hashes are case-insensitive, and another person’s report with the same hash is separate', async () => {
    const { db, ada, person } = await setUp()
    const bob = person('bob@example.org')
    expect((await ada.send(sendTo, { ...exampleReport, sha256: hex.toUpperCase() })).status).toBe(200)
    expect((await bob.send(sendTo, { ...exampleReport, sha256: hex, auditReport: 'Another text.' })).status).toBe(200)
    const { reports } = await kept(db)
    expect(reports.map(({ sha256, author }) => [sha256, author])).toEqual([
      [hex, `user:${ada.id}`],
      [hex, `user:${bob.id}`],
    ])
  })

  describe('bad input gets a clear 4xx and changes nothing', () => {
    const report = (part: object) => ({ ...exampleReport, ...part })
    const cases: readonly [string, object | string, number, RegExp][] = [
      ['an unknown status', report({ status: 'approved' }), 400, /^Invalid status: must be "pending"/],
      ['a status of another kind', report({ status: { $ne: 1 } }), 400, /^Invalid status/],
      ['no status', report({ status: undefined }), 400, /^Invalid status/],
      ['a blank status', report({ status: '' }), 400, /^Invalid status: This field is required/],
      ['a blank platform', report({ platform: '' }), 400, /^Invalid platform: This field is required/],
      ['a hash that is not hexadecimal', report({ sha256: 'g'.repeat(64) }), 400, /^Invalid sha256: it is not 64/],
      ['a hash that is too short', report({ sha256: 'a'.repeat(63) }), 400, /^Invalid sha256/],
      ['no hash', report({ sha256: undefined }), 400, /^Invalid sha256: it is missing/],
      ['a blank name', report({ auditorName: ' \n ' }), 400, /^Invalid auditorName: This field is required/],
      ['a blank address', report({ auditorEmail: ' ' }), 400, /^Invalid auditorEmail: This field is required/],
      ['no report', report({ auditReport: undefined }), 400, /^Invalid auditReport: This field is required/],
      ['no mail address', report({ auditorEmail: 'ada' }), 400, /^Invalid auditorEmail: Invalid email address/],
      ['an unknown platform', report({ platform: 'amiga' }), 400, /^Invalid platform: must be "windows"/],
      ['a name turned around', report({ auditorName: 'Ada \u202egnp.exe' }), 400, /^Invalid auditorName: it holds/],
      [
        'a report turned around',
        report({ auditReport: 'fine \u2066\u202e enif' }),
        400,
        /^Invalid auditReport: it holds/,
      ],
      [
        'a script for a link',
        report({ reproducibilityPackage: 'javascript:alert(1)' }),
        400,
        /^Invalid reproducibilityPackage/,
      ],
      [
        'a file for a link',
        report({ reproducibilityPackage: 'file:///etc/passwd' }),
        400,
        /^Invalid reproducibilityPackage/,
      ],
      [
        'a link with a password',
        report({ reproducibilityPackage: 'https://a:b@example.org' }),
        400,
        /^Invalid reproducibilityPackage/,
      ],
      ['another paper', report({ doi: '10.1000/y' }), 400, /^Invalid doi: it is not the paper of this address/],
      [
        'too many files',
        report({ files: Array.from({ length: 201 }, () => ({ name: 'a', size: 1, sha256: hex })) }),
        400,
        /^Invalid files: more than 200/,
      ],
      [
        'a file of a negative size',
        report({ files: [{ name: 'a', size: -1, sha256: 'a'.repeat(64) }] }),
        400,
        /^Invalid files: a size is a whole number of bytes\.$/,
      ],
      [
        'a file of half a byte',
        report({ files: [{ name: 'a', size: 0.5, sha256: hex }] }),
        400,
        /^Invalid files: a size is a whole number of bytes\.$/,
      ],
      [
        'a verdict of another kind',
        report({ results: [{ claim: 'a', verdict: 'fine' }] }),
        400,
        /^Invalid results: must be "same"/,
      ],
      ['files of another kind', report({ files: 'all' }), 400, /^Invalid files: must be a list/],
      ['a file without a hash', report({ files: [{ name: 'a', size: 1 }] }), 400, /^Invalid files/],
      ['a file that was not read', report({ unreadFiles: ['large.bin'] }), 400, /^Invalid unreadFiles: these files/],
      ['results of another kind', report({ results: 'all' }), 400, /^Invalid results: must be a list/],
      [
        'a text of 15,001 characters',
        report({ auditReport: 'x'.repeat(15_001) }),
        400,
        /^Invalid auditReport: longer than 15000/,
      ],
      ['a megabyte', report({ auditReport: 'x'.repeat(1_000_000) }), 413, /larger than/],
      ['a NUL', report({ auditReport: 'a\u0000' }), 400, /NUL/],
      ['no object', '"x"', 400, /./],
      ['a claim without a name', { ...oldClaim, auditorName: '' }, 400, /^Invalid auditorName/],
      [
        'a claim with half an address',
        { ...oldClaim, auditorEmail: 'ada@' },
        400,
        /^Invalid auditorEmail: Invalid email address/,
      ],
      [
        'a claim with a script for a link',
        { ...oldClaim, reproducibilityPackage: 'javascript:alert(1)' },
        400,
        /^Invalid reproducibilityPackage/,
      ],
    ]
    test('input from an unknown status to a megabyte is rejected', async () => {
      const { db, ada } = await setUp({ LIMITS_SCALE: '1000' })
      for (const [what, body, status, sentence] of cases) {
        const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
        const answer = await ada.send(sendTo, body, headers)
        expect([answer.status, await answer.json()], what).toEqual([
          status,
          expect.objectContaining({ error: expect.stringMatching(sentence) }),
        ])
        expect(await kept(db), what).toEqual(nothing)
      }
    })

    test('a request without an account is rejected', async () => {
      const { db, visitor } = await setUp()
      for (const body of [oldClaim, exampleReport]) {
        const answer = await visitor.send(sendTo, body)
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
      }
      const draft = { draft: { at: 1, step: 1, entries: {} } }
      expect((await visitor.send('/10.1000/x/reproduce', draft)).status).toBe(401)
      expect((await visitor.send('/10.1000/x/claim', { action: 'withdraw' })).status).toBe(401)
      expect(await kept(db)).toEqual(nothing)
    })

    test('a request from another site’s page is rejected', async () => {
      const { db, ada } = await setUp()
      const answer = await ada.send(sendTo, exampleReport, {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      })
      expect(answer.status).toBe(403)
      expect(await kept(db)).toEqual(nothing)
    })
  })

  test('markup is stored as typed and rendered as text', async () => {
    const { db, ada } = await setUp()
    const auditReport = '<script>alert(1)</script> <img src=x onerror=alert(1)>'
    expect((await ada.send(sendTo, { ...exampleReport, auditReport })).status).toBe(200)
    expect(JSON.parse((await kept(db)).reports[0]?.content ?? '')).toMatchObject({ auditReport })
  })

  test('8: reports are limited to twenty a day per person and forty per IP address', async () => {
    const { db, ada, person } = await setUp({ LIMITS_SCALE: '0.1' })
    const statuses: number[] = []
    for (const who of [ada, person('bob@example.org'), person('eve@example.org')])
      for (let n = 0; n < 3; n++)
        statuses.push((await who.send(sendTo, { ...exampleReport, auditReport: `${n}` })).status)
    // At the scale of this test two each, and four from their address.
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 429, 429, 429])
    expect((await kept(db)).reports).toHaveLength(4)
  })

  describe('report draft', () => {
    const draft = (text: string) => ({
      draft: { at: 5, step: 2, entries: { approach: text, sneaky: 'x', platform: 'linux' } },
    })

    test('a draft is stored for its owner only and deleted with the submitted report', async () => {
      const { db, ada, person, visitor } = await setUp()
      expect((await ada.send('/10.1000/x/reproduce', draft('a'))).status).toBe(200)
      expect((await ada.send('/10.1000/x/reproduce', draft('b'))).status).toBe(200)
      const page = async (who: { send: typeof ada.send }) =>
        (
          (await (await who.send('/10.1000/x/reproduce', null, { accept: 'text/html' })).json()) as {
            model: { wizard: object }
          }
        ).model.wizard
      expect(await page(ada)).toMatchObject({ step: 2, entries: { approach: 'b', platform: 'linux' }, signedIn: true })
      expect(JSON.stringify(await page(ada))).not.toContain('sneaky')
      for (const other of [person('bob@example.org'), visitor])
        expect(await page(other)).toMatchObject({ step: 0, keptAt: 0, entries: { approach: '' } })
      expect((await kept(db)).drafts).toHaveLength(1)
      await ada.send(sendTo, exampleReport)
      expect((await kept(db)).drafts).toEqual([])
    })

    test('a draft is discarded on its owner’s request', async () => {
      const { db, ada } = await setUp()
      await ada.send('/10.1000/x/reproduce', draft('a'))
      expect((await ada.send('/10.1000/x/reproduce', null, {}, 'DELETE')).status).toBe(204)
      expect((await kept(db)).drafts).toEqual([])
    })

    test('a draft is not stored for a meanwhile deleted account', async () => {
      const { db } = await setUp()
      const keeping = keepDraftAs(db, deletedAccount, { doi: parseDoi('10.1000/x') as Doi, draft: '{}', now: 1 })
      await expect(keeping).rejects.toMatchObject({ status: 401 })
      expect(await kept(db)).toEqual(nothing)
    })

    test.each([
      ['no draft', {}],
      ['a step beyond the last', { draft: { at: 1, step: 7, entries: {} } }],
      ['entries of another kind', { draft: { at: 1, step: 0, entries: 'x' } }],
    ])('an invalid draft is rejected: %s', async (_, body) => {
      const { db, ada } = await setUp()
      expect((await ada.send('/10.1000/x/reproduce', body)).status).toBe(400)
      expect(await kept(db)).toEqual(nothing)
    })
  })

  test('concurrent reports on one paper are all stored', async () => {
    const { db, person } = await setUp({ LIMITS_SCALE: '1000' })
    const people: SendCall[] = []
    // Sequential, because concurrent requests with session lookups may be rejected for retry.
    for (let n = 0; n < (engineOf(db) === 'sqlite' ? 30 : 12); n++)
      people.push(await person(`p${n}@example.org`).comeIn())
    const answers = await Promise.all(people.map(send => send(sendTo, exampleReport)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await kept(db)).queue).toHaveLength(people.length)
  })
})
