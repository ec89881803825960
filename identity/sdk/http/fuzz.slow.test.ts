import { sdkPrefix } from '@corroborate/wire/call'
import { devicePaths } from '@corroborate/wire/captcha'
import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import { allEndpoints } from '@corroborate/wire/endpoints.schema'
import { errorTypes } from '@corroborate/wire/errors'
import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { type Answered, openIdentity } from '../../testing/index.ts'

/** Invalid values of a field. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    4.5,
    '',
    ' ',
    '\0',
    '\ud800',
    '１２３４５６',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    '../../etc/passwd',
    '__proto__',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    '+882123456789',
    'x'.repeat(10_000),
    [],
    [[[[]]]],
    {},
    { $ne: null },
    { toString: 1 },
    JSON.parse('{"__proto__":{"roles":["moderator"]},"constructor":{"prototype":{}}}'),
  ),
  fc.string({ unit: anyLetter }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The names of an endpoint's fields, with names that must not matter. */
const fieldsOf = (endpoint: Endpoint): string[] => {
  const known = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : []
  return [...known, '__proto__', 'constructor', 'user_id', 'session_token', 'roles', 'project_id']
}

const bodyFor = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const object = fc
    .uniqueArray(fc.constantFrom(...fieldsOf(endpoint)))
    .chain(names => fc.tuple(...names.map(name => fc.tuple(fc.constant(name), nasty))))
    .map(pairs => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`)
  return fc.oneof(
    { weight: 6, arbitrary: object },
    { weight: 1, arbitrary: fc.jsonValue().map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[', 'null', '{"a":1,}', '[{}]', '"', '﻿{}', '[['.repeat(5_000)) },
  )
}

/** Tables that may change: the log, failure counts, lazily created keys, and job worker state. */
const mayChange: ReadonlySet<string> = new Set([
  ...['audit_log', 'account_failures', 'captcha_keys'],
  ...['outbox', 'mailbox_messages', 'texts'],
])

/** Installs triggers that record every write and every job: workers run jobs immediately, and completed ones leave no row. */
const noteChanges = async (db: Database): Promise<void> => {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter(name => !mayChange.has(name))
  await sql`create table noted_changes (number integer primary key autoincrement, what text)`.execute(db)
  const note = (what: string) => sql`begin insert into noted_changes (what) values (${sql.lit(what)}); end`
  for (const table of tables)
    for (const change of ['insert', 'update', 'delete'])
      await sql`create trigger ${sql.id(`note_${change}_${table}`)} after ${sql.raw(change)} on ${sql.table(table)}
        ${note(`${change} ${table}`)}`.execute(db)
  // A purge enqueues the next one, regardless of requests.
  await sql`create trigger note_jobs after insert on outbox when new.kind <> 'sweep' ${note('job')}`.execute(db)
}

/** Number of the last change, and the changes since a number. */
const lastChange = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0) as last from noted_changes`.execute(db)
  return rows[0]?.last ?? 0
}
const changesAfter = async (db: Database, last: number): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`select what from noted_changes where number > ${last}`.execute(db)
  return rows.map(({ what }) => what)
}

const checkRefusal = ({ status, headers, json }: Answered): void => {
  expect(headers.get('Content-Type')).toContain('application/json')
  expect(json).toMatchObject({ status_code: status, request_id: expect.stringMatching(/^request-id-test-/) })
  expect(Object.hasOwn(errorTypes, String(json.error_type))).toBe(true)
  for (const key of ['body', 'params', 'query']) if (key in json) expect(Array.isArray(json[key])).toBe(true)
  expect(JSON.stringify(json)).not.toMatch(/\bat .*\.ts:\d+/)
}

/** Logout confirmation is requested even if nobody is logged in and no application is given. */
const asksNothing = '/oauth/logout/start'

let identity: Awaited<ReturnType<typeof openIdentity>>
let session = ''

beforeAll(async () => {
  identity = await openIdentity({ LIMITS_SCALE: '100000' })
  const { userId } = await identity.addUser('fuzz@example.org')
  session = (await identity.signIn(userId)).session_token
  await noteChanges(identity.db)
})
afterAll(() => identity.close())

describe.each(allEndpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'fuzzing %s',
  (_, endpoint) => {
    // Most generated requests are invalid. Accidentally valid ones must get a contract response rather than an error.
    test('fuzzed requests get contract-shaped responses, and rejections change nothing', async () => {
      const signedIn = endpoint.auth === 'session' ? fc.constant(true) : fc.boolean()
      await fc.assert(
        fc.asyncProperty(
          bodyFor(endpoint),
          fc.string({ unit: anyLetter, minLength: 1 }).filter(text => text.isWellFormed()),
          signedIn,
          async (body, parameter, withSession) => {
            const path = endpoint.path.replace(/:\w+/, encodeURIComponent(parameter))
            const before = await lastChange(identity.db)
            const answer = await identity.sdk(endpoint.method, path, endpoint.method === 'GET' ? undefined : body, {
              session: withSession ? session : null,
            })
            expect(answer.status).toBeLessThan(500)
            if (answer.status === 200) {
              endpoint.data.parse(answer.data)
              return
            }
            checkRefusal(answer)
            expect(await changesAfter(identity.db, before)).toEqual([])
          },
        ),
        // A revoked session would make the rest of the runs mean less.
        { numRuns: endpoint.path === '/sessions/revoke' ? 1 : 60 },
      )
    })

    test('requests without credentials, or with credentials from elsewhere, are rejected', async () => {
      for (const secret of ['x', 'e30.e30.', "' or 1=1 --", 'a'.repeat(43)]) {
        const answer = await identity.sdk(endpoint.method, endpoint.path.replace(/:\w+/, 'x'), undefined, {
          session: secret,
        })
        if (endpoint.path === asksNothing && answer.status === 200) continue
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        checkRefusal(answer)
      }
      const bare = await identity.app.request(`${sdkPrefix}${endpoint.path.replace(/:\w+/, 'x')}`, {
        method: endpoint.method,
      })
      expect(bare.status).toBeGreaterThanOrEqual(400)
      expect(bare.status).toBeLessThan(500)
    })
  },
)

test('the change detection of these tests works', async () => {
  const before = await lastChange(identity.db)
  const { userId } = await identity.addUser('noticed@example.org')
  await identity.signIn(userId)
  expect(await changesAfter(identity.db, before)).toEqual(
    expect.arrayContaining(['insert users', 'insert user_emails', 'insert sessions']),
  )
})

test('fuzzed device signals get an id or an error, and nothing is stored', async () => {
  const text = nasty.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
  const right = { public_token: identity.publicToken, signals: '{"languages":["en"],"timezone":"Europe/Berlin"}' }
  const form = fc.record({
    public_token: fc.oneof(fc.constant(right.public_token), text),
    signals: fc.oneof(fc.constant(right.signals), text),
  })
  await fc.assert(
    fc.asyncProperty(form, fc.boolean(), async (given, isJson) => {
      const before = await lastChange(identity.db)
      const answer = await identity.app.request(devicePaths.submit, {
        method: 'POST',
        ...(isJson ? { headers: { 'Content-Type': 'application/json' } } : {}),
        body: isJson ? JSON.stringify(given) : new URLSearchParams(given),
      })
      expect(answer.status).toBeLessThan(500)
      if (answer.status === 200) expect(await answer.json()).toEqual({ telemetry_id: expect.any(String) })
      expect(await changesAfter(identity.db, before)).toEqual([])
    }),
    { numRuns: 100, examples: [[right, false]] },
  )
})
