import { describe, expect, test } from 'vitest'
import type { ImportReport } from '../user-import/index.ts'
import { commandsUnderTest } from './testing/index.ts'

const withImports = async () => {
  const provider = await commandsUnderTest()
  const bringIn = async (text: string, words = '', files: Record<string, string> = {}) => {
    const ran = await provider.run(`user import -${words}`, { files: { '-': text, ...files } })
    return { ...ran, report: ran.json as ImportReport }
  }
  const count = async () => (await provider.db.selectFrom('users').select('user_id').execute()).length
  return { ...provider, bringIn, count }
}

const lines = (...users: unknown[]): string => users.map(user => JSON.stringify(user)).join('\n')
const ada = { email: 'ada@example.org', external_id: '1' }
const hash = `$2b$10$${'a'.repeat(53)}`

const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: AAAA,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`

describe('import command', () => {
  test('an import summarizes its result and logs the operator', async () => {
    const { bringIn, noted, count } = await withImports()
    const done = await bringIn(
      lines({ ...ada, password_hash: hash }, { email: 'bob@example.org' }, {}, { email: 'x@example.org', admin: true }),
    )
    expect(done.report).toMatchObject({ imported: 2, dry_run: false, kept: { addresses: 2, passwords: 1 } })
    expect(done.text.split('\n')).toEqual([
      'Imported 2, updated 0, 0 unchanged, skipped 2.',
      'Kept:',
      '  2 × addresses',
      '  1 × passwords',
      '  1 × ids (as external_id)',
      expect.stringMatching(/^line 3: ./),
      expect.stringMatching(/^line 4: ./),
    ])
    expect(await count()).toBe(2)
    expect(await noted()).toEqual([
      { action: 'users.imported', actor: 'operator:eve@desk', user_id: null, details: { count: 2, from: 'json' } },
    ])
  })

  test('an import supports a dry run', async () => {
    const { bringIn, noted, count } = await withImports()
    const { text, report } = await bringIn(lines(ada), ' --dry-run')
    expect(report).toMatchObject({ dry_run: true, imported: 1 })
    expect(text).toBe(
      'Would import 1, would update 0, 0 unchanged, skipped 0.\nKept:\n  1 × addresses\n  1 × ids (as external_id)\nNothing was changed.',
    )
    expect([await count(), await noted()]).toEqual([0, []])
  })

  test('re-importing a file reports what is new and which users were deleted', async () => {
    const { bringIn, run, count } = await withImports()
    const bob = { email: 'bob@example.org', external_id: '2' }
    const cleo = { email: 'cleo@example.org', external_id: '3' }
    await bringIn(lines(ada, bob, cleo))
    await run('user delete cleo@example.org')
    const { text, report } = await bringIn(lines(ada, { ...bob, trusted_metadata: { rank: 1 } }, cleo))
    expect(report).toMatchObject({ imported: 0, updated: 1, unchanged: 1, deleted_here: 1 })
    expect(text).toBe(
      'Imported 0, updated 1, 1 unchanged, skipped 0.\n1 have deleted their account here and stay deleted.\nKept:\n  1 × metadata',
    )
    expect(await count()).toBe(2)
  })

  test('an import of a file without line numbers counts users, and lists dropped data', async () => {
    const { bringIn } = await withImports()
    const users = [
      { localId: 'one', email: 'ada@example.org', emailVerified: true, mfaInfo: [{}] },
      { localId: 'two', email: 'bob@example.org', emailVerified: true, disabled: true },
    ]
    const { text, report } = await bringIn(JSON.stringify({ users }), ' --from firebase --hash-config hashes', {
      hashes: hashConfig,
    })
    expect(report).toMatchObject({ imported: 1 })
    expect(text.split('\n')).toEqual([
      'Imported 1, updated 0, 0 unchanged, skipped 1.',
      'Kept:',
      '  1 × addresses',
      '  1 × ids (as external_id)',
      'Not kept:',
      '  1 × a second factor',
      'user 2: is disabled there',
    ])
  })

  test('an import lists up to ten thousand errors and counts the rest', async () => {
    const { bringIn } = await withImports()
    const { text } = await bringIn(lines(...Array.from({ length: 10_002 }, () => ({}))))
    const said = text.split('\n')
    expect(said[0]).toBe('Imported 0, updated 0, 0 unchanged, skipped 10002.')
    expect(said[1]).toMatch(/^line 1: /)
    expect(said.at(-1)).toBe('and 2 more.')
    expect(said).toHaveLength(10_002)
  })

  test('an import links accounts at the provider’s host', async () => {
    const { bringIn, run, db } = await withImports()
    const user = (id: string, email: string, provider: string) => ({
      ...{ user_id: `auth0|${id}`, email, email_verified: true },
      identities: [{ provider, user_id: id, isSocial: true }],
    })
    const authorities = async () => {
      const rows = await db.selectFrom('oauth_registrations').select(['provider', 'authority']).execute()
      return Object.fromEntries(rows.map(({ provider, authority }) => [provider, authority]))
    }
    await bringIn(lines(user('7', 'ada@example.org', 'google-oauth2')), ' --from auth0')
    expect(await authorities()).toEqual({ google: expect.stringMatching(/googleapis\.com$/) })
    expect((await run('user show ada@example.org')).json).toMatchObject({ providers: [{ provider_subject: '7' }] })
  })
})

describe('CSV import', () => {
  const table = 'pk,mail\n1,ada@example.org\n'

  test('CSV columns are mapped by name', async () => {
    const { bringIn, run, noted } = await withImports()
    expect((await bringIn(table, ' --from csv --columns ␣id␣=␣pk,email=mail␣')).report).toMatchObject({ imported: 1 })
    expect((await run('user list')).json).toMatchObject([{ emails: [{ email: 'ada@example.org' }] }])
    expect((await noted('users.imported')).map(({ details }) => details)).toEqual([{ count: 1, from: 'csv' }])
    // The id was read, too: the same user comes again under another address.
    expect(
      (await bringIn('pk,mail\n1,other@example.org\n', ' --from csv --columns id=pk,email=mail')).report,
    ).toMatchObject({ imported: 0 })
  })

  test.each(['email', 'email=mail=more', '=mail', 'email=', ''])(
    'a CSV mapping needs a field and a column (%s)',
    async pair => {
      const { bringIn, count } = await withImports()
      const { code, said } = await bringIn(table, ` --from csv --columns id=pk,${pair}`)
      expect([code, said]).toEqual([2, `--columns has ${pair}: it takes NAME=COLUMN,NAME=COLUMN.`])
      expect(await count()).toBe(0)
    },
  )

  test('a CSV import requires --columns', async () => {
    const { bringIn } = await withImports()
    for (const words of ['', ' --columns ␣']) {
      const { code, said } = await bringIn(table, ` --from csv${words}`)
      expect([code, said]).toEqual([2, expect.stringContaining('Csv needs --columns with email=COLUMN')])
    }
  })
})

describe('import format', () => {
  test('the format is one of the known ones and defaults to our own', async () => {
    const { bringIn } = await withImports()
    const { code, said } = await bringIn(lines(ada), ' --from yahoo')
    expect([code, said]).toEqual([
      2,
      '--from yahoo: it must be one of json, auth0, clerk, firebase, supabase, keycloak, stytch, csv.',
    ])
    expect((await bringIn(lines(ada), ' --from json')).report).toMatchObject({ imported: 1 })
    expect((await bringIn(lines(ada), ' --from ␣')).report).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['--columns email=mail', '--columns requires --from csv.'],
    ['--from auth0 --columns email=mail', '--columns requires --from csv.'],
    ['--hash-config hashes', '--hash-config requires --from firebase.'],
    ['--from csv --columns email=mail --hash-config hashes', '--hash-config requires --from firebase.'],
    ['--from firebase', expect.stringContaining('Firebase needs --hash-config FILE')],
    ['--from firebase --hash-config hashes', expect.stringContaining('--hash-config has no algorithm')],
  ])('format-specific options are rejected elsewhere (%s)', async (words, reason) => {
    const { bringIn, count } = await withImports()
    const { code, said } = await bringIn(lines(ada), ` ${words}`, { hashes: 'nothing' })
    expect([code, said]).toEqual([2, reason])
    expect(await count()).toBe(0)
  })
})

test('an unreadable import file is reported', async () => {
  const { refusal } = await withImports()
  const missing = [1, '/nowhere cannot be read (ENOENT).']
  expect(await refusal('user import /nowhere')).toEqual(missing)
  expect(await refusal('user import - --from firebase --hash-config /nowhere', { files: { '-': '' } })).toEqual(missing)
})
