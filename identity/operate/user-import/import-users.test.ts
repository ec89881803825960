import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { findPassword } from '../../factors/passwords/index.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { openIdentity } from '../../testing/index.ts'
import { runCli } from '../cli/index.ts'
import { sweep } from '../sweeping/index.ts'
import { type ForeignUser, foreignUser } from './foreign-user.ts'
import type { ImportReport } from './index.ts'
import * as files from './testing/index.ts'

const { oldPassword, appSecret, importing } = files
const day = 24 * 60 * 60_000

const userAt = (address: string, more: Partial<ForeignUser> = {}) => ({
  emails: [{ address, verified: true }],
  ...more,
})
const imports = (db: Database) =>
  db.selectFrom('audit_log').select(['actor', 'details']).where('action', '=', 'users.imported').execute()

describe('user import', () => {
  test('an import of no users reports nothing and is not logged', async () => {
    const { bringIn, db } = await importing()
    expect(await bringIn([])).toEqual({
      ...{ dry_run: false, imported: 0, updated: 0, unchanged: 0, deleted_here: 0 },
      ...{ kept: {}, not_kept: {}, skipped: [], skipped_more: 0 },
    })
    expect(await imports(db)).toEqual([])
  })

  test('an import is logged once with the number of users created or changed, whatever its batches', async () => {
    const { bringIn, db } = await importing()
    const users = Array.from({ length: 201 }, (_, n) => userAt(`a${n}@x.example`))
    expect(await bringIn(users, { isDry: true })).toMatchObject({ dry_run: true, imported: 201 })
    expect(await imports(db)).toEqual([])
    expect(await bringIn(users)).toMatchObject({ dry_run: false, imported: 201, kept: { addresses: 201 } })
    const detailsOf = async () => (await imports(db)).map(({ details }) => JSON.parse(details ?? ''))
    expect(await detailsOf()).toEqual([201].map(count => ({ count, from: 'json' })))
    expect((await imports(db))[0]?.actor).toBe('operator')
    const again = users.map((user, n) => (n < 3 ? { ...user, trustedMetadata: { n } } : user))
    expect(await bringIn([...again, userAt('new@x.example')])).toMatchObject({
      ...{ imported: 1, updated: 3, unchanged: 198 },
    })
    expect(await detailsOf()).toEqual([201, 4].map(count => ({ count, from: 'json' })))
  })

  test('an import names invalid entries in file order and counts those beyond ten thousand', async () => {
    const { bringIn, addUser } = await importing()
    await addUser('taken@x.example')
    const wrong = Array.from({ length: 10_000 }, () => ({ unreadable: 'is not JSON' }))
    const report = await bringIn([userAt('taken@x.example'), ...wrong])
    expect([report.skipped.length, report.skipped_more]).toEqual([10_000, 1])
    expect((await bringIn([userAt('taken@x.example'), ...wrong.slice(0, 1)])).skipped).toEqual([
      { line: 1, reason: 'the email is taken' },
      { line: 2, reason: 'is not JSON' },
    ])
  })

  test('of two entries for one user an import takes the first, unless they only add data', async () => {
    const { bringIn } = await importing()
    const numbers = (number: string) => [{ number, verified: true }]
    const first = userAt('a@x.example', { id: '1', phoneNumbers: numbers('+41446681800') })
    const { skipped, imported } = await bringIn([
      ...[first, userAt('b@x.example', { id: '1' }), userAt('a@x.example', { id: '2' })],
      ...[userAt('c@x.example', { phoneNumbers: numbers('+41446681800') }), userAt('d@x.example')],
      ...[userAt('e@x.example', { id: '3', phoneNumbers: numbers('+41446681801') })],
      // All that an entry names counts as seen, of one that is there twice as well.
      userAt('b@x.example', { id: '4' }),
    ])
    expect(imported).toBe(3)
    expect(skipped).toEqual(
      [2, 3, 4, 7].map(line => ({ line, reason: 'is in the file twice: the first entry counts' })),
    )
    const adding = { id: '1', onlyAdds: true }
    const links = ['7', '8'].map(subject => ({ ...adding, links: [{ provider: 'google', subject }] }))
    expect(await bringIn(links)).toMatchObject({ updated: 2, skipped: [] })
  })

  test('an import reports dropped data per entry, including what the format reports', async () => {
    const { bringIn } = await importing()
    const users = ['a', 'b'].map(name => userAt(`${name}@x.example`, { left: ['a wallet'], roles: ['editor'] }))
    expect((await bringIn(users)).not_kept).toEqual({
      'a wallet': 2,
      'the role editor, which the project does not have': 2,
    })
  })

  test.each([
    [z.object({ a: z.object({ b: z.string('is no text') }) }), { a: { b: 1 } }, 'a.b: is no text'],
    [z.string('is no text'), 1, 'is no text'],
    [z.union([z.string(), z.boolean()]), 1, 'is not well-formed'],
    [z.object({ a: z.union([z.string(), z.boolean()]) }), { a: 1 }, 'a: is not well-formed'],
  ])('an import locates invalid entries: %#', async (schema, value, reason) => {
    const { importWith } = await importing()
    const report = await importWith([{ at: 7, value }], given => foreignUser({ left: [String(schema.parse(given))] }))
    expect(report.skipped).toEqual([{ line: 7, reason }])
  })

  test('an import that breaks off keeps the entries before', async () => {
    const { importWith, read } = await importing()
    const rows = ['a@x.example', 'b@x.example'].map((value, n) => ({ at: n + 1, value }))
    const broken = importWith(rows, value => {
      if (value === 'b@x.example') throw new Error('broken')
      return foreignUser(userAt(String(value)))
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await read('a@x.example')).toMatchObject({ emails: [{ email: 'a@x.example' }] })
  })

  test('an import batch is rolled back when a user cannot be written for an unexpected reason', async () => {
    const { importWith, read } = await importing()
    const broken = importWith(
      [
        { at: 1, value: 'a@x.example' },
        { at: 2, value: 'b@x.example' },
      ],
      value => foreignUser(userAt(String(value), { links: [{ provider: 'google', subject: String(value) }] })),
      provider => {
        throw new Error(`away: ${provider}`)
      },
    )
    await expect(broken).rejects.toThrow('away: google')
    expect(await read('a@x.example')).toBeNull()
  })
})

describeStore<Tables>('a file of another system', migrations, (openStore, store: StoreUnderTest) => {
  /** A running provider, and its command line on the same database. */
  const withCli = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'))
    const { url } = store.placeOf(await openStore())
    const provider = await openIdentity({
      DATA_DIR: folder,
      ...(url !== undefined && { IDENTITY_DATABASE_URL: url }),
    })
    onTestFinished(async () => {
      await provider.close()
      rmSync(folder, { recursive: true, force: true })
    })
    let name = 0
    const run = async (words: string) => {
      const printed = { out: '', err: '' }
      const code = await runCli(words.split(' '), () => provider.settings, {
        stdin: Readable.from([]),
        out: text => {
          printed.out += text
        },
        err: text => {
          printed.err += text
        },
      })
      return { code, ...printed }
    }
    const write = (text: string): string => {
      const file = join(folder, `export-${name++}`)
      writeFileSync(file, text)
      return file
    }
    /** Imports a text, and answers with the report. */
    const bringIn = async (text: string, flags: string): Promise<ImportReport> => {
      const { out, err } = await run(`user import ${write(text)} ${flags} --json`)
      expect(err).toBe('')
      return JSON.parse(out)
    }
    const logIn = async (email: string, password = oldPassword) =>
      (await provider.sdk('POST', '/passwords/authenticate', { email, password, session_duration_minutes: 60 })).status
    const userOf = async (email: string) => {
      const row = await provider.db
        .selectFrom('user_emails')
        .select('user_id')
        .where('email', '=', email)
        .executeTakeFirst()
      const { id } = await provider.project()
      return row === undefined ? null : brought.users.read(provider.db, id, row.user_id, Date.now())
    }
    const hashOf = async (email: string) =>
      findPassword(provider.db, (await provider.project()).id, (await userOf(email))?.user_id ?? '')
    const setPasswordOf = async (email: string, password: string) => {
      const { session_token: session } = (
        await provider.sdk('POST', '/passwords/authenticate', {
          email,
          password: oldPassword,
          session_duration_minutes: 60,
        })
      ).data
      const body = { password, session_duration_minutes: 60 }
      const { status } = await provider.sdk('POST', '/passwords/session/reset', body, { session: String(session) })
      expect(status).toBe(200)
    }
    /** Everything that an import could write. */
    const everything = async () => {
      const tables = [
        'users',
        'user_emails',
        'user_phone_numbers',
        'password_hashes',
        'totps',
        'imported_users',
      ] as const
      const rows = await Promise.all(
        [...tables, 'oauth_registrations' as const, 'audit_log' as const].map(table =>
          provider.db.selectFrom(table).selectAll().execute(),
        ),
      )
      return rows.map(of => of.map(row => JSON.stringify(row)).toSorted())
    }
    return { ...provider, folder, run, write, bringIn, logIn, userOf, hashOf, setPasswordOf, everything }
  }

  test.each([
    ['Auth0', files.fromAuth0],
    ['Clerk', files.fromClerk],
    ['Firebase', files.fromFirebase],
    ['Supabase', files.fromSupabase],
    ['Keycloak', files.fromKeycloak],
    ['Stytch', files.fromStytch],
    ['Django', files.fromDjango],
    ['Devise', files.fromDevise],
  ])(
    '%s: a dry run changes nothing, importing twice is safe, and users sign in with their old passwords',
    async (name, make) => {
      const { folder, bringIn, logIn, hashOf, everything } = await withCli()
      const configFile = join(folder, 'hash-config')
      writeFileSync(configFile, files.hashConfig)
      const exported = await make(configFile)
      const extra = name === 'Stytch' ? [await files.hashTable(...exported.people)] : []
      const parts = [exported, ...extra].flatMap(file => file.parts.map(text => [text, file.flags] as const))

      for (const [text, flags] of parts) {
        const before = await everything()
        const tried = await bringIn(text, `${flags} --dry-run`)
        expect(await everything()).toEqual(before)
        expect(await bringIn(text, flags)).toEqual({ ...tried, dry_run: false })
      }
      const once = await everything()
      for (const [text, flags] of parts) expect(await bringIn(text, flags)).toMatchObject({ imported: 0, updated: 0 })
      expect(await everything()).toEqual(once)

      for (const email of exported.people) {
        expect((await hashOf(email))?.hash).not.toContain('m=19456')
        expect([email, await logIn(email, 'some-other-password')]).toEqual([email, 401])
        expect([email, await logIn(email)]).toEqual([email, 200])
        // Hashed as we do it now.
        expect((await hashOf(email))?.hash).toContain('$argon2id$v=19$m=19456,')
      }
      for (const [text, flags] of parts) expect(await bringIn(text, flags)).toMatchObject({ imported: 0, updated: 0 })
      for (const email of exported.people) expect(await logIn(email)).toBe(200)
    },
  )

  test('Auth0: imported and dropped data', async () => {
    const { bringIn, userOf } = await withCli()
    const { flags, parts } = await files.fromAuth0()
    const [users = '', hashes = ''] = parts
    expect(await bringIn(users, flags)).toEqual({
      ...{ dry_run: false, imported: 2, updated: 0, unchanged: 0, deleted_here: 0, skipped_more: 0 },
      kept: { addresses: 2, links: 1, names: 1, metadata: 1, 'ids (as external_id)': 2 },
      not_kept: { 'the field nickname': 1 },
      skipped: [{ line: 3, reason: 'is blocked there' }],
    })
    expect(await bringIn(hashes, flags)).toMatchObject({ imported: 0, updated: 2, kept: { passwords: 2 } })
    expect(await userOf('ada@example.org')).toMatchObject({
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      created_at: '2021-03-05T16:34:28.417Z',
      external_id: 'auth0|60425dc43519d90068f82973',
      emails: [{ email: 'ada@example.org', verified: true }],
      providers: [{ provider_type: 'Google', provider_subject: '115015401343387192604' }],
      trusted_metadata: { plan: 'team' },
      untrusted_metadata: { lang: 'en' },
    })
    // The address in place of a name is none, and an address that was not confirmed stays so.
    expect(await userOf('grace@example.org')).toMatchObject({ name: { first_name: '' }, emails: [{ verified: false }] })
  })

  test('Clerk: imported and dropped data', async () => {
    const { bringIn, userOf, sealer, db } = await withCli()
    const { flags, parts } = await files.fromClerk()
    expect(await bringIn(parts[0] ?? '', flags)).toMatchObject({
      imported: 3,
      kept: { addresses: 4, 'phone numbers': 1, passwords: 2, 'authenticator apps': 1, 'ids (as external_id)': 3 },
      not_kept: {
        'a user name': 1,
        'a further address that was never confirmed': 1,
        'password_hash: is no bcrypt, scrypt, PBKDF2 or argon2 hash we know, or too dear': 1,
      },
    })
    expect(await userOf('ada@example.org')).toMatchObject({
      emails: [{ email: 'ada@example.org' }, { email: 'ada@work.example', verified: true }],
      phone_numbers: [{ phone_number: '+41446681800', verified: true }],
      totps: [{ verified: true }],
    })
    const [totp] = await db.selectFrom('totps').selectAll().execute()
    const row = { table: 'totps', projectId: totp?.project_id ?? '', id: totp?.totp_id ?? '' }
    expect(sealer.open(totp?.secret ?? '', row)).toBe(appSecret)
  })

  test('Keycloak: imported and dropped data', async () => {
    const { bringIn, userOf } = await withCli()
    const { flags, parts } = await files.fromKeycloak()
    expect(await bringIn(parts[0] ?? '', flags)).toMatchObject({
      imported: 2,
      kept: { addresses: 2, passwords: 2, 'authenticator apps': 1, links: 1, roles: 1, metadata: 1 },
      not_kept: {
        'a user name': 1,
        'the role editor, which the project does not have': 1,
        'a credential of the kind recovery-authn-codes': 1,
      },
      skipped: [{ line: 3, reason: 'is a service account' }],
    })
    expect(await userOf('ada@example.org')).toMatchObject({
      roles: ['stytch_user', 'moderator'],
      created_at: '2021-03-05T16:34:28.417Z',
      trusted_metadata: { locale: ['en'] },
    })
  })

  test('Supabase: imported and dropped data', async () => {
    const { bringIn, userOf } = await withCli()
    const { flags, parts } = await files.fromSupabase()
    const [users = '', identities = '', factors = ''] = parts
    expect(await bringIn(users, flags)).toMatchObject({
      imported: 1,
      skipped: [{ line: 3, reason: 'is deleted there' }],
    })
    expect(await bringIn(identities, flags)).toMatchObject({
      updated: 1,
      kept: { links: 1 },
      not_kept: { 'a link to an account at kakao': 1 },
      skipped: [{ line: 4, reason: expect.stringContaining('bring in the users first') }],
    })
    expect(await bringIn(factors, flags)).toMatchObject({ updated: 1, kept: { 'authenticator apps': 1 } })
    expect(await userOf('ada@example.org')).toMatchObject({
      name: { first_name: 'Ada Lovelace' },
      untrusted_metadata: { lang: 'en' },
      trusted_metadata: {},
      created_at: '2023-01-31T10:11:12.345Z',
      phone_numbers: [{ phone_number: '+41446681800', verified: true }],
      providers: [{ provider_subject: '115015401343387192604' }],
    })
  })

  test('re-importing a file keeps local changes and applies changes from the file', async () => {
    const { bringIn, logIn, userOf, setPasswordOf, db } = await withCli()
    const hash = async () => (await files.hashTable('x@example.org')).parts[0]?.split(/[\r\n,]+/)[3] ?? ''
    const table = (...rows: string[]) => `id,email,hash,first_name\n${rows.join('\n')}\n`
    const flags = '--from csv --columns id=id,email=email,hash=hash,first_name=first_name'
    const [one, two] = [await hash(), await hash()]
    expect(
      await bringIn(table(`1,ada@example.org,${one},Ada`, `2,grace@example.org,${one},Grace`), flags),
    ).toMatchObject({ imported: 2 })

    // Ada changes her password and name here. All of Grace's data changes in the export.
    await setPasswordOf('ada@example.org', 'quite-another-secret-71')
    await db.updateTable('users').set({ first_name: 'Augusta' }).where('first_name', '=', 'Ada').execute()
    const newer = table(
      `1,ada@example.org,${two},Ada B.`,
      `2,grace@new.example,${two},Grace B.`,
      `3,new@example.org,${two},N`,
    )
    expect(await bringIn(newer, flags)).toMatchObject({
      imported: 1,
      updated: 1,
      unchanged: 1,
      not_kept: {
        'a password that changed here since the last import': 1,
        'a name that changed here since the last import': 1,
      },
    })
    expect(await logIn('ada@example.org')).toBe(401)
    expect(await logIn('ada@example.org', 'quite-another-secret-71')).toBe(200)
    expect(await userOf('ada@example.org')).toMatchObject({ name: { first_name: 'Augusta' } })
    expect(await userOf('grace@new.example')).toMatchObject({
      name: { first_name: 'Grace B.' },
      emails: [{ email: 'grace@example.org' }, { email: 'grace@new.example', verified: true }],
    })
    expect(await bringIn(newer, flags)).toMatchObject({ imported: 0, updated: 0, unchanged: 3 })
  })

  test('re-importing a file restores neither deleted accounts nor removed addresses', async () => {
    const { bringIn, userOf, db, project } = await withCli()
    const flags = '--from clerk'
    const { parts } = await files.fromClerk()
    await bringIn(parts[0] ?? '', flags)
    const gone = await userOf('grace@example.org')
    await db.transaction().execute(async tx => brought.users.delete(tx, (await project()).id, gone?.user_id ?? ''))
    await db.deleteFrom('user_emails').where('email', '=', 'ada@work.example').execute()
    const changed = (parts[0] ?? '').replace('Lovelace', 'Byron')
    expect(await bringIn(changed, flags)).toMatchObject({ imported: 0, updated: 1, deleted_here: 1 })
    expect(await userOf('grace@example.org')).toBeNull()
    expect(await userOf('ada@work.example')).toBeNull()
    expect(await userOf('ada@example.org')).toMatchObject({ name: { last_name: 'Byron' } })
    const { count } = await db
      .selectFrom('imported_users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(3)
    await sweep(db, brought, Date.now() + 401 * day)
    expect(await db.selectFrom('imported_users').select('at').execute()).toEqual([])
  })

  test('an import adds nothing to an account created here', async () => {
    const { bringIn, addUser, hashOf } = await withCli()
    await addUser('ada@example.org')
    const { parts, flags } = await files.hashTable('ada@example.org')
    expect(await bringIn(parts[0] ?? '', flags)).toMatchObject({
      imported: 0,
      skipped: [{ line: 2, reason: 'the email is taken' }],
    })
    expect(await hashOf('ada@example.org')).toBeNull()
  })

  test('an import reports the number and reason of each invalid entry and imports the others', async () => {
    const { run, write, bringIn, everything } = await withCli()
    const { parts, flags } = await files.fromDevise()
    expect(await bringIn(parts[0] ?? '', flags)).toMatchObject({
      imported: 2,
      skipped: [{ line: 4, reason: 'has a email_verified that is neither yes nor no: perhaps' }],
    })
    const table = 'email,hash\nada@x.example,\nada@x.example,\nnone,\nb@x.example\n'
    expect((await bringIn(table, '--from csv --columns email=email,hash=hash')).skipped).toEqual([
      { line: 3, reason: 'is in the file twice: the first entry counts' },
      { line: 4, reason: 'has an email that is none: none' },
      { line: 5, reason: 'has 1 columns instead of 2' },
    ])
    expect((await bringIn('{"user_id":"a","email":"c@x.example"}\nno\n{"email":1}\n', '--from auth0')).skipped).toEqual(
      [
        { line: 2, reason: 'is not JSON' },
        { line: 3, reason: expect.stringContaining('user_id') },
      ],
    )
    const before = await everything()
    for (const [text, words, message] of [
      ['{"users":[{"id":"1"', '--from keycloak', 'ends in the middle'],
      ['{"users":[}', '--from keycloak', 'not JSON'],
      ['id,email\n"1"x,a@x.example\n', '--from csv --columns email=email', 'not CSV from line'],
      ['id,mail\n', '--from csv --columns email=email', 'names no column email, only id, mail'],
      ['', '--from csv', 'needs --columns'],
      ['', '--from csv --columns mail=mail', 'names mail'],
      ['', '--from csv --columns email', 'it takes NAME=COLUMN'],
      ['', '--from firebase', 'needs --hash-config'],
      ['', '--from auth0 --columns email=email', 'requires --from csv'],
      ['', '--from okta', 'must be one of json, auth0'],
    ] as const) {
      const { code, err } = await run(`user import ${write(text)} ${words}`)
      expect([words, code === 0, err]).toEqual([words, false, expect.stringContaining(message)])
    }
    expect(await everything()).toEqual(before)
  })
})
