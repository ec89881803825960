import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Migration, openDatabase } from '../database/index.ts'
import { describeStore, type StorePlace } from '../testing/index.ts'
import { findPostgres } from '../testing/schemas/index.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { fillLedger, firstMigration, type LedgerTables, readLedger } from './testing/ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'corroborate-places-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (name: string) => join(mkdtempSync(join(folder, 'case-')), name)
const migrations = [firstMigration]
const now = Date.now
const ledger = (place: StorePlace, name = 'ledger') => ({ name, ...place, migrations })
const open = (place: StorePlace): Promise<Kysely<LedgerTables>> =>
  openDatabase<LedgerTables>({ ...place, migrations, now })

const filled = async (place: StorePlace): Promise<StorePlace> => {
  const db = await open(place)
  await fillLedger(db)
  await db.destroy()
  return place
}
const contents = async (place: StorePlace) => {
  const db = await open(place)
  return readLedger(db).finally(() => db.destroy())
}
const replacing = { replace: true, now }

describeStore<LedgerTables>('a restore over a database', migrations, (openStore, store) => {
  test('a restore is rejected while a server is connected, and changes no database', async () => {
    const served = await openStore()
    await fillLedger(served)
    const other = await filled({ file: newPath('other.sqlite') })
    const free = { name: 'first', ...other, migrations }
    const busy = { name: 'second', ...store.placeOf(served), migrations }
    const backup = newPath('backup.gz')
    await backUp([free, busy], backup, { force: false, now })
    const before = await readLedger(served)
    await expect(restore([free, busy], backup, replacing)).rejects.toThrow(/The database "second" .* is in use/)
    expect(await readLedger(served)).toEqual(before)
    const { schema_migration: _, ...untouched } = before
    expect(await contents(other)).toMatchObject(untouched)
  })
})

describeStore<LedgerTables>('a database of the other server', migrations, (openStore, store) => {
  const other: readonly Migration[] = ['2026-01-02-users', '2026-01-03-sessions'].map(name => ({
    name,
    up: async db => void (await db.schema.createTable(name).addColumn('id', 'text').execute()),
  }))

  test('another server’s database is detected by start and restore, which change nothing', async () => {
    const served = await openStore()
    await fillLedger(served)
    const before = await readLedger(served)
    const place = store.placeOf(served)
    const backup = newPath('backup.gz')
    const users = { file: newPath('users.sqlite') }
    await (await openDatabase({ ...users, migrations: other, now })).destroy()
    await backUp([{ name: 'users', ...users, migrations: other }], backup, { force: false, now })
    await expect(openDatabase({ ...place, migrations: other, now })).rejects.toThrow(
      /^This database holds the tables of the other server: the site \(DATABASE_URL\) and the identity provider/,
    )
    expect(await readLedger(served)).toEqual(before)
    await served.destroy()
    await expect(restore([{ name: 'users', ...place, migrations: other }], backup, replacing)).rejects.toThrow(
      /holds the tables of the other server, so nothing was restored/,
    )
    expect(await contents(place)).toEqual(before)
  })
})

const postgres = await findPostgres()

describe.skipIf(postgres.url === null)('data moved to PostgreSQL', () => {
  test('the former SQLite file is rejected until the data is moved back', async () => {
    const { url } = postgres
    if (url === null) return
    const address = new URL(url)
    const schema = `${inject('schemaPrefix')}${randomBytes(8).toString('hex')}`
    address.searchParams.set('options', `-c search_path=${schema}`)
    const file = newPath('site.sqlite')
    await filled({ file })
    const backup = newPath('move.gz')
    await backUp([ledger({ file })], backup, { force: false, now })
    const before = await contents({ file })
    const there = { file, url: address.href }
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create schema ${schema}`)
    try {
      await restore([ledger(there)], backup, { replace: false, now })
      await expect(open({ file })).rejects.toThrow(/The data of .*site\.sqlite are in PostgreSQL .*Set DATABASE_URL/)
      await expect(backUp([ledger({ file })], newPath('wrong.gz'), { force: false, now })).rejects.toThrow(
        /are in PostgreSQL/,
      )
      const back = newPath('back.gz')
      await backUp([ledger(there)], back, { force: false, now })
      await expect(restore([ledger({ file })], back, { replace: false, now })).rejects.toThrow(
        /still holds what it held before the data moved to PostgreSQL .* restore with --replace/,
      )
      await restore([ledger({ file })], back, replacing)
      expect(await contents({ file })).toEqual(before)
    } finally {
      await client.query(`drop schema ${schema} cascade`)
      await client.end()
    }
  })
})

const overwrite = (file: string, from: number, to: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(to - from, 0xa5), 0, to - from, from)
  closeSync(handle)
}

describe('damaged SQLite file', () => {
  const damage: [string, (file: string) => void][] = [
    ['whose header is overwritten', file => overwrite(file, 0, 4_096)],
    ['whose pages are overwritten', file => overwrite(file, 8_192, 16_384)],
    ['that was cut off', file => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ]

  test.each(damage)('%s is reported at startup with the finding and the restore command', async (_, harm) => {
    const { file } = await filled({ file: newPath('site.sqlite') })
    harm(file)
    const refusal = await open({ file }).then(
      () => null,
      error => error,
    )
    expect(refusal).toMatchObject({ name: 'ConfigurationError' })
    expect(refusal.message).toMatch(
      /^The database \S+site\.sqlite is damaged: SQLite's quick_check reports ".+"\. Restore the last good backup: "corroborate restore BACKUP --replace"/,
    )
    expect(refusal.message).not.toContain('\n')
  })

  test.each(damage)('%s is set aside by a restore with --replace', async (_, harm) => {
    const { file } = await filled({ file: newPath('site.sqlite') })
    const before = await contents({ file })
    const backup = newPath('backup.gz')
    await backUp([ledger({ file })], backup, { force: false, now })
    harm(file)
    const { databases } = await restore([ledger({ file })], backup, replacing)
    expect(await contents({ file })).toEqual(before)
    const [{ damagedKeptAt } = { damagedKeptAt: null }] = databases
    expect(existsSync(damagedKeptAt ?? '')).toBe(true)
  })

  test('is kept aside also where it is too large to be checked at each start', async () => {
    const { file } = await filled({ file: newPath('site.sqlite') })
    const before = await contents({ file })
    const backup = newPath('backup.gz')
    await backUp([ledger({ file })], backup, { force: false, now })
    overwrite(file, 8_192, 16_384)
    truncateSync(file, 513 * 1024 ** 2)
    const { databases } = await restore([ledger({ file })], backup, replacing)
    expect(await contents({ file })).toEqual(before)
    expect(existsSync(databases[0]?.damagedKeptAt ?? '')).toBe(true)
  })

  test('is not backed up over a sound backup', async () => {
    const { file } = await filled({ file: newPath('site.sqlite') })
    const backup = newPath('backup.gz')
    await backUp([ledger({ file })], backup, { force: false, now })
    const sound = readFileSync(backup)
    overwrite(file, statSync(file).size - 4_096, statSync(file).size)
    await expect(backUp([ledger({ file })], backup, { force: true, now })).rejects.toThrow(/is damaged/)
    expect(readFileSync(backup)).toEqual(sound)
  })

  test('the damaged file is put back when the restore fails', async () => {
    const { file } = await filled({ file: newPath('site.sqlite') })
    const both = newPath('both.gz')
    const other = ledger({ file: newPath('other.sqlite') }, 'other')
    await filled(other)
    await backUp([ledger({ file }), other], both, { force: false, now })
    overwrite(file, 0, 4_096)
    const harmed = readFileSync(file)
    const away = { ...other, url: 'postgres://127.0.0.1:1/nothing' }
    await expect(restore([ledger({ file }), away], both, replacing)).rejects.toThrow(/does not answer/)
    expect(readdirSync(dirname(file))).toEqual(['site.sqlite'])
    expect(readFileSync(file)).toEqual(harmed)
  })
})

test('a restore creates no database in the default folder', async () => {
  const backup = newPath('backup.gz')
  await backUp([ledger(await filled({ file: newPath('site.sqlite') }))], backup, { force: false, now })
  const place = join(mkdtempSync(join(folder, 'release-')), 'data', 'site.sqlite')
  const target = { ...ledger({ file: place }), isDefaultPlace: true }
  await expect(restore([target], backup, replacing)).rejects.toThrow(/the settings do not name a place .* set DATA_DIR/)
  expect(existsSync(dirname(place))).toBe(false)
})

test('a backup into a missing folder names it and leaves no secret', async () => {
  const { file } = await filled({ file: newPath('identity.db') })
  const secretFile = newPath('identity.secret')
  writeFileSync(secretFile, `${'s'.repeat(40)}\n`)
  const database = { ...ledger({ file }), sealedUnder: { file: secretFile, setting: null } }
  const backup = join(dirname(newPath('x')), 'missing', 'backup.gz')
  await expect(backUp([database], backup, { force: false, now })).rejects.toThrow(
    `${backup} cannot be written: there is no folder ${dirname(backup)}`,
  )
  const aborted = newPath('aborted.gz')
  const signal = AbortSignal.abort()
  await expect(backUp([database], aborted, { force: false, now, signal })).rejects.toThrow('interrupted')
  expect(readdirSync(dirname(aborted))).toEqual([])
})
