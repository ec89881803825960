import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { engineOf, type Migration, openDatabase } from '../database/index.ts'
import { describeStore, type StorePlace } from '../testing/index.ts'
import { childEnvironment, withoutDataLine } from '../testing/server/index.ts'
import { backUp as backUpAt } from './back-up.ts'
import { restore as restoreAt } from './restore.ts'
import type { ProductDatabase } from './schema-at.ts'
import { fillLedger, firstMigration, type LedgerTables, nextMigration, readLedger } from './testing/ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'corroborate-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (name: string) => join(mkdtempSync(join(folder, 'case-')), name)
const newFile = (): StorePlace => ({ file: newPath('ledger.sqlite') })

const backUp = (databases: readonly ProductDatabase[], file: string, options: { force: boolean }) =>
  backUpAt(databases, file, { ...options, now: Date.now })
const restore = (databases: readonly ProductDatabase[], file: string, options: { replace: boolean }) =>
  restoreAt(databases, file, { ...options, now: Date.now })

const ledgerAt = (place: StorePlace, migrations: readonly Migration[] = [firstMigration]) => [
  { name: 'ledger', ...place, migrations },
]

const using = async <R>(
  place: StorePlace,
  work: (db: Kysely<LedgerTables>) => Promise<R>,
  migrations: readonly Migration[] = [firstMigration],
): Promise<R> => {
  const db = await openDatabase<LedgerTables>({ ...place, migrations, now: Date.now })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const filled = async (place: StorePlace): Promise<StorePlace> => {
  await using(place, fillLedger)
  return place
}

const contents = (place: StorePlace, migrations?: readonly Migration[]) => using(place, readLedger, migrations)

const backedUp = async (place: StorePlace): Promise<string> => {
  const file = newPath('backup.gz')
  await backUp(ledgerAt(place), file, { force: false })
  return file
}

const command = fileURLToPath(new URL('testing/command.ts', import.meta.url))
const start = (name: 'backup' | 'restore', place: StorePlace, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [command, name, JSON.stringify(place), ...args], { env: childEnvironment, stdio: 'pipe' })

const run = async (name: 'backup' | 'restore', place: StorePlace, ...args: string[]) => {
  const child = start(name, place, ...args)
  let out = ''
  let err = ''
  child.stdout?.on('data', text => {
    out += text
  })
  child.stderr?.on('data', text => {
    err += text
  })
  const [code] = await once(child, 'close')
  return { code, out, err: withoutDataLine(err) }
}

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 2))
}

/** Enough rows that copying them takes a while. */
const fillWithMany = (place: StorePlace, amount = 40_000) =>
  using(place, async db => {
    const ids = Array.from({ length: amount }, (_, index) => index)
    await db.transaction().execute(async tx => {
      for (let from = 0; from < amount; from += 5_000) {
        const rows = ids.slice(from, from + 5_000).map(id => ({ id: `many ${id}`, balance: id, note: 'n'.repeat(300) }))
        const json = JSON.stringify(rows)
        await (engineOf(tx) === 'sqlite'
          ? sql`insert into account (id, balance, note)
                select value ->> 'id', value ->> 'balance', value ->> 'note' from json_each(${json})`
          : sql`insert into account (id, balance, note)
                select id, balance, note from json_populate_recordset(null::account, ${json}::json)`
        ).execute(tx)
      }
    })
  })

describe('database encryption secret in backups', () => {
  const secret = 's'.repeat(43)
  const sealedAt = (place: StorePlace, file: string, setting: string | null = null) =>
    ledgerAt(place).map(database => ({ ...database, sealedUnder: { file, setting } }))

  test('the secret is saved next to the backup and restored with it', async () => {
    const place = await filled(newFile())
    const own = newPath('ledger.secret')
    writeFileSync(own, `${secret}\n`)
    const file = newPath('backup.gz')
    const { databases } = await backUp(sealedAt(place, own), file, { force: false })
    expect(databases[0]?.opensWith).toBe(`${file}.secret`)
    expect(statSync(`${file}.secret`).mode & 0o777).toBe(0o600)
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(secret)

    const elsewhere = newPath('ledger.secret')
    const restored = await restore(sealedAt(newFile(), elsewhere), file, { replace: false })
    expect(restored.databases[0]?.secretsAddedTo).toBe(elsewhere)
    expect(readFileSync(elsewhere, 'utf8')).toBe(`${secret}\n`)
  })

  test('a restored secret is added to the existing one', async () => {
    const place = await filled(newFile())
    const own = newPath('ledger.secret')
    writeFileSync(own, `${secret}\n`)
    const file = newPath('backup.gz')
    await backUp(sealedAt(place, own), file, { force: false })
    const other = newPath('ledger.secret')
    writeFileSync(other, `${'t'.repeat(43)}\n`)
    await restore(sealedAt(newFile(), other), file, { replace: false })
    expect(readFileSync(other, 'utf8')).toBe(`${'t'.repeat(43)}\n${secret}\n`)
  })

  test('a secret from a setting is mentioned, and a missing one is not', async () => {
    const place = await filled(newFile())
    for (const setting of ['LEDGER_SECRET', null]) {
      const file = newPath('backup.gz')
      const { databases } = await backUp(sealedAt(place, newPath('none'), setting), file, { force: false })
      expect(databases[0]?.opensWith).toBe(setting)
      expect(readdirSync(dirname(file))).toEqual(['backup.gz'])
      const elsewhere = newPath('none')
      await restore(sealedAt(newFile(), elsewhere), file, { replace: false })
      expect(existsSync(elsewhere)).toBe(false)
    }
  })

  test('the secret of a damaged backup is neither read nor overwritten', async () => {
    const place = await filled(newFile())
    const own = newPath('ledger.secret')
    writeFileSync(own, `${secret}\n`)
    await expect(backUp(sealedAt(place, own), own, { force: true })).rejects.toThrow('belongs to the database itself')
    const file = newPath('backup.gz')
    await backUp(sealedAt(place, own), file, { force: false })
    writeFileSync(file, readFileSync(file).subarray(0, -20))
    const elsewhere = newPath('ledger.secret')
    await expect(restore(sealedAt(newFile(), elsewhere), file, { replace: false })).rejects.toThrow('is damaged')
    expect(existsSync(elsewhere)).toBe(false)
  })
})

describeStore<LedgerTables>('a backup', [], (open, store) => {
  /** Creates an unopened empty database of this engine. */
  const newPlace = async (): Promise<StorePlace> => {
    const db = await open()
    await db.destroy()
    return store.placeOf(db)
  }

  test('a backup restored elsewhere contains the same rows', async () => {
    const place = await filled(await newPlace())
    const before = await contents(place)
    const other = newFile()
    await restore(ledgerAt(other), await backedUp(place), { replace: false })
    expect(await contents(other)).toEqual(before)
  })

  test('a backup moves from SQLite to this engine and back unchanged', async () => {
    const origin = await filled(newFile())
    const before = await contents(origin)
    const place = await newPlace()
    await restore(ledgerAt(place), await backedUp(origin), { replace: false })
    expect(await contents(place)).toEqual(before)
    const back = newFile()
    await restore(ledgerAt(back), await backedUp(place), { replace: false })
    expect(await contents(back)).toEqual(before)
  })

  test('a backup restored with --replace brings back the former data, and the database keeps working', async () => {
    const place = await filled(await newPlace())
    const before = await contents(place)
    const file = await backedUp(place)
    await using(place, async db => {
      await db.deleteFrom('ticket').execute()
      await db
        .insertInto('account')
        .values({ id: 'later', balance: 1 } as LedgerTables['account'])
        .execute()
    })
    await restore(ledgerAt(place), file, { replace: true })
    expect(await contents(place)).toEqual(before)

    await using(place, async db => {
      await sql`insert into ticket (title) values ('next')`.execute(db)
      const tickets = await db.selectFrom('ticket').selectAll().orderBy('number').execute()
      expect(tickets.map(({ number, title }) => `${number} ${title}`)).toEqual(['1 a', '3 c', '4 next'])
      await db.insertInto('entry').values({ id: 'e2', account_id: 'child', amount: 1 }).execute()
      const logged = await db.selectFrom('entry_log').selectAll().where('entry_id', '=', 'e2').execute()
      expect(logged, 'the trigger is back').toHaveLength(1)
      const orphan = db.insertInto('entry').values({ id: 'e3', account_id: 'nobody', amount: 1 }).execute()
      await expect(orphan, 'the keys between tables are back').rejects.toThrow()
      expect((await sql`select * from rich`.execute(db)).rows.length).toBeGreaterThan(0)
    })
  })

  test('a backup of an older version is migrated to this one', async () => {
    const file = await backedUp(await filled(newFile()))
    const place = await newPlace()
    const newer = [firstMigration, nextMigration]
    const report = await restore(ledgerAt(place, newer), file, { replace: false })
    expect(report.databases[0]?.migrated).toEqual(['2026-02-01-double'])
    const entries = await using(place, db => sql`select id, twice from entry order by id`.execute(db), newer)
    expect(entries.rows.map(row => ({ ...Object(row) }))).toEqual([
      { id: 'e1', twice: 10 },
      { id: 'opening', twice: 0 },
    ])
  })

  test('a backup of a newer version is rejected without changes', async () => {
    const origin = newFile()
    await using(origin, fillLedger, [firstMigration, nextMigration])
    const file = newPath('backup.gz')
    await backUp(ledgerAt(origin, [firstMigration, nextMigration]), file, { force: false })
    const place = await filled(await newPlace())
    const before = await contents(place)
    await expect(restore(ledgerAt(place), file, { replace: true })).rejects.toThrow(
      /newer version.*2026-02-01-double.*Restore it with that version/,
    )
    expect(await contents(place)).toEqual(before)
  })

  test('a backup is not restored over existing rows without --replace', async () => {
    const file = await backedUp(await filled(newFile()))
    const place = await newPlace()
    await using(place, db =>
      db
        .insertInto('ticket')
        .values({ title: 'mine' } as LedgerTables['ticket'])
        .execute(),
    )
    const before = await contents(place)
    await expect(restore(ledgerAt(place), file, { replace: false })).rejects.toThrow(
      /is not empty \(.*ticket.*--replace/,
    )
    expect(await contents(place)).toEqual(before)
  })

  test('a backup the database rejects leaves it unchanged', async () => {
    const file = await backedUp(await filled(newFile()))
    const place = await filled(await newPlace())
    const before = await contents(place)
    const failing: Migration = {
      name: '2026-03-01-failing',
      up: async () => {
        throw new Error('no such luck')
      },
    }
    await expect(restore(ledgerAt(place, [firstMigration, failing]), file, { replace: true })).rejects.toThrow(
      /refused the backup: no such luck\. It is as it was/,
    )
    expect(await contents(place)).toEqual(before)
  })

  test('a backup is a consistent snapshot and never blocks writers', async () => {
    const place = await newPlace()
    await fillWithMany(place)
    const db = await openDatabase<LedgerTables>({ ...place, migrations: [firstMigration], now: Date.now })
    const file = newPath('backup.gz')
    const backup = run('backup', place, file)
    let ended = false
    const finished = backup.finally(() => {
      ended = true
    })
    const started = performance.now()
    let slowest = 0
    let written = 0
    while (!ended) {
      const began = performance.now()
      // Two rows that only make sense together.
      await db.transaction().execute(async tx => {
        const id = `pair ${written++}`
        await tx
          .insertInto('account')
          .values({ id, balance: 1 } as LedgerTables['account'])
          .execute()
        await tx.insertInto('entry').values({ id, account_id: id, amount: 1 }).execute()
      })
      slowest = Math.max(slowest, performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    const whole = performance.now() - started
    await db.destroy()
    expect(await finished).toMatchObject({ code: 0, err: '' })
    expect(written).toBeGreaterThan(5)
    // One that waited would have taken as long as the backup.
    expect(slowest, `ms that the slowest write took while the backup took ${whole}`).toBeLessThan(whole / 2)

    const other = newFile()
    await restore(ledgerAt(other), file, { replace: false })
    const { accounts, entries } = await using(other, async copy => {
      const idsOf = async (table: 'account' | 'entry') =>
        (await copy.selectFrom(table).select('id').where('id', 'like', 'pair %').orderBy('id').execute()).map(
          row => row.id,
        )
      return { accounts: await idsOf('account'), entries: await idsOf('entry') }
    })
    expect(accounts).toEqual(entries)
  })

  test('a backup killed halfway leaves no file under its name, and the next one is complete', async () => {
    const place = await newPlace()
    await fillWithMany(place)
    const file = newPath('backup.gz')
    const child = start('backup', place, file)
    await until(() => existsSync(`${file}.part`) && statSync(`${file}.part`).size > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    expect(existsSync(file)).toBe(false)

    expect(await run('backup', place, file)).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(dirname(file))).toEqual(['backup.gz'])
    expect((await restore(ledgerAt(newFile()), file, { replace: false })).databases[0]?.tables).toContainEqual({
      table: 'account',
      rows: 40_001,
    })
  })

  test('an interrupted backup leaves no files', async () => {
    const place = await newPlace()
    await fillWithMany(place)
    const file = newPath('backup.gz')
    const child = start('backup', place, file)
    await until(() => existsSync(`${file}.part`) && statSync(`${file}.part`).size > 0)
    child.kill('SIGINT')
    await once(child, 'exit')
    expect(child.exitCode).toBe(1)
    expect(readdirSync(dirname(file))).toEqual([])
  })

  test('a restore killed halfway leaves the database unchanged', async () => {
    const big = newFile()
    await fillWithMany(big)
    const file = await backedUp(big)
    const place = await filled(await newPlace())
    const before = await contents(place)
    const watcher = await open()
    const child = start('restore', place, file, '--replace')
    await until(async () => {
      if (child.exitCode !== null) throw new Error('The restore ended before it could be killed.')
      if (place.url === undefined)
        return existsSync(`${place.file}-wal`) && statSync(`${place.file}-wal`).size > 500_000
      const { rows } = await sql`
        select 1 from pg_stat_activity where query like 'insert into "account" %overriding%' and pid <> pg_backend_pid()
      `.execute(watcher)
      return rows.length > 0
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    expect(await contents(place)).toEqual(before)
  })
})

describe('restore', () => {
  test('a restore is rejected while a server has the SQLite file open', async () => {
    const file = await backedUp(await filled(newFile()))
    const place = newFile()
    await using(place, async () => {
      await expect(restore(ledgerAt(place), file, { replace: true })).rejects.toThrow(/is in use.*stop the server/)
    })
    await restore(ledgerAt(place), file, { replace: true })
  })

  test('a restore creates the SQLite file and folder, or leaves none on failure', async () => {
    const place: StorePlace = { file: join(newPath('new'), 'ledger.sqlite') }
    const file = await backedUp(await filled(newFile()))
    const failing: Migration = { name: '9', up: () => Promise.reject(new Error('no')) }
    await expect(restore(ledgerAt(place, [firstMigration, failing]), file, { replace: false })).rejects.toThrow()
    expect(readdirSync(dirname(place.file))).toEqual([])
    await restore(ledgerAt(place), file, { replace: false })
    expect(await contents(place)).toHaveProperty('account')
  })

  test('a restore downgrades to an older version, as the startup error advises', async () => {
    const place = await filled(newFile())
    const before = await contents(place)
    const file = await backedUp(place)
    await using(place, async () => {}, [firstMigration, nextMigration])
    await expect(contents(place)).rejects.toThrow('restore a backup from before it')
    await restore(ledgerAt(place), file, { replace: true })
    expect(await contents(place)).toEqual(before)
  })

  test('a restore changes no database if one of them fails', async () => {
    const [first, second] = [await filled(newFile()), await filled(newFile())]
    const both = (a: StorePlace, b: StorePlace) => [
      { name: 'first', ...a, migrations: [firstMigration] },
      { name: 'second', ...b, migrations: [firstMigration] },
    ]
    const file = newPath('both.gz')
    await backUp(both(first, second), file, { force: false })
    const empty = newFile()
    await using(empty, async () => {})
    const before = await contents(empty)
    await using(second, async () => {
      await expect(restore(both(empty, second), file, { replace: true })).rejects.toThrow(/"second".*is in use/)
    })
    expect(await contents(empty)).toEqual(before)

    const report = await restore([...both(empty, second), { name: 'third', ...newFile(), migrations: [] }], file, {
      replace: true,
    })
    expect(report.databases.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(report.leftAlone).toEqual(['third'])
    await expect(restore(both(empty, second).slice(1), file, { replace: true })).rejects.toThrow(
      /newer version.*the database "first"/,
    )
  })

  describe('restore from an incomplete backup', () => {
    const lines = (file: string) => gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
    const written = (content: string | Buffer): string => {
      const file = newPath('changed.gz')
      writeFileSync(file, content)
      return file
    }
    const packed = (text: readonly string[]) => written(gzipSync(`${text.join('\n')}\n`))
    const cases: Record<string, { change: (file: string) => string; says: RegExp }> = {
      'none there': { change: () => newPath('none.gz'), says: /cannot be read: there is no such file/ },
      'a folder': { change: file => dirname(file), says: /it is a folder/ },
      'an empty file': { change: () => written(''), says: /is not a backup|its end is missing/ },
      'a text': { change: () => written('hello\n'), says: /is not a backup/ },
      'another gzip file': { change: () => packed(['{"a":1}']), says: /is not a backup/ },
      'one endless line': { change: () => written(gzipSync('x'.repeat(9_000_000))), says: /is not a backup/ },
      'cut off at half': {
        change: file => written(readFileSync(file).subarray(0, statSync(file).size / 2)),
        says: /damaged \(its end is missing/,
      },
      'cut off by a byte': { change: file => written(readFileSync(file).subarray(0, -1)), says: /damaged/ },
      'cut off between lines': { change: file => packed(lines(file).slice(0, -1)), says: /its end is missing/ },
      'one bit changed': {
        change: file => {
          const bytes = readFileSync(file)
          const middle = bytes.length >> 1
          bytes.writeUInt8(bytes.readUInt8(middle) ^ 4, middle)
          return written(bytes)
        },
        says: /damaged/,
      },
      'a value changed and packed again': {
        change: file => packed(lines(file).map(line => line.replace('"e1","child",5', '"e1","child",6'))),
        says: /its checksum does not fit/,
      },
      'a row taken out': {
        change: file => packed(lines(file).filter(line => !line.startsWith('["e1","child"'))),
        says: /its checksum does not fit/,
      },
      'something added': {
        change: file => {
          const copy = newPath('longer.gz')
          copyFileSync(file, copy)
          appendFileSync(copy, 'and more')
          return copy
        },
        says: /damaged \((it goes on after its last line|it cannot be unpacked)\)/,
      },
      'two in one': {
        change: file => written(Buffer.concat([readFileSync(file), readFileSync(file)])),
        says: /it goes on after its last line/,
      },
      'a newer format': {
        change: file => packed([lines(file)[0]?.replace('Backup":1', 'Backup":2') ?? '', ...lines(file).slice(1)]),
        says: /written by a newer version.*format 2/,
      },
    }
    for (const [what, { change, says }] of Object.entries(cases)) {
      test(`restoring from ${what} changes nothing`, async () => {
        const place = await filled(newFile())
        const before = readFileSync(place.file)
        const file = change(await backedUp(place))
        await expect(restore(ledgerAt(place), file, { replace: true })).rejects.toThrow(says)
        expect(readFileSync(place.file).equals(before)).toBe(true)
      })
    }
  })
})

describe('backup', () => {
  test('a backup file is readable by its owner only', async () => {
    const file = await backedUp(await filled(newFile()))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('a backup replaces a file only with permission, and only when complete', async () => {
    const place = await filled(newFile())
    const file = newPath('backup.gz')
    writeFileSync(file, 'the one before')
    await expect(backUp(ledgerAt(place), file, { force: false })).rejects.toThrow(/is there already.*--force/)
    const broken = { name: 'broken', ...newFile(), migrations: [] }
    writeFileSync(broken.file, 'a note'.repeat(1_000))
    await expect(backUp([...ledgerAt(place), broken], file, { force: true })).rejects.toThrow(/is damaged/)
    expect(readFileSync(file, 'utf8')).toBe('the one before')
    await backUp(ledgerAt(place), file, { force: true })
    await restore(ledgerAt(newFile()), file, { replace: false })
    expect(readdirSync(dirname(file))).toEqual(['backup.gz'])
  })

  test('a backup is never written over the database', async () => {
    const place = await filled(newFile())
    for (const file of [place.file, `${place.file}-wal`]) {
      await expect(backUp(ledgerAt(place), file, { force: true })).rejects.toThrow('belongs to the database itself')
    }
  })

  test('a backup to an unwritable path explains what to do', async () => {
    const place = await filled(newFile())
    const force = { force: true }
    await expect(backUp(ledgerAt(place), join(newPath('none'), 'b.gz'), force)).rejects.toThrow(
      /there is no folder .*: create it/,
    )
    await expect(backUp(ledgerAt(place), dirname(newPath('b.gz')), force)).rejects.toThrow(/is a folder/)
  })

  test('a backup of a file that is not a database is rejected', async () => {
    const place = newFile()
    writeFileSync(place.file, 'a note'.repeat(1_000))
    await expect(backUp(ledgerAt(place), newPath('b.gz'), { force: false })).rejects.toThrow(
      /is damaged: .*not a database/,
    )
  })

  test('a backup reports databases not created yet, and fails if there are none', async () => {
    const none = { name: 'none', ...newFile(), migrations: [] }
    const report = await backUp([...ledgerAt(await filled(newFile())), none], newPath('b.gz'), { force: false })
    expect(report.missing).toEqual([`"none" (SQLite ${none.file})`])
    expect(existsSync(none.file)).toBe(false)
    const file = newPath('b.gz')
    await expect(backUp([none], file, { force: false })).rejects.toThrow(/nothing to back up.*"none".*DATA_DIR/)
    expect(existsSync(file)).toBe(false)
  })

  test('a backup reports and omits tables no migration created', async () => {
    const place = await filled(newFile())
    await using(place, db => sql`create table guest (id text)`.execute(db))
    const { databases } = await backUp(ledgerAt(place), newPath('b.gz'), { force: false })
    expect(databases[0]?.strangers).toEqual(['guest'])
    expect(databases[0]?.tables.map(({ table }) => table)).not.toContain('guest')
  })
})

describe('backup and restore commands', () => {
  test('the commands print what they did', async () => {
    const place = await filled(newFile())
    const file = newPath('b.gz')
    const backup = await run('backup', place, file)
    expect(backup).toMatchObject({ code: 0, err: '' })
    expect(backup.out).toMatch(/^Backed up 1 database, 5 tables, \d+ rows to .*b\.gz \(\d.* kB\) in \d/)
    const again = await run('backup', place, file)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toMatch(/^.* is there already: .*\.\n$/)
    const restored = await run('restore', newFile(), file)
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toMatch(/^Restored 1 database, 5 tables, \d+ rows from/)
  })

  test('the help works without a database and mentions that the search index is not backed up', async () => {
    for (const name of ['backup', 'restore'] as const) {
      const { code, out } = await run(name, newFile(), '--help')
      expect(code).toBe(0)
      expect(out).toContain(`npm run ${name} -- [options] <FILE>`)
      expect(out).toContain('works.sqlite) is not part of a backup')
    }
  })

  test('invalid arguments print one message with a pointer to help, and exit with 2', async () => {
    const wrong = [[], ['a', 'b'], ['a', '--fast'], ['--force=1', 'a'], ['']]
    for (const args of wrong) {
      const { code, out, err } = await run('backup', newFile(), ...args)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^[^\n]+[.?]\n`npm run backup -- --help` shows what it takes\.\n$/)
    }
  })
})
