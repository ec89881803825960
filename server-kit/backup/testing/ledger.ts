import { type Kysely, sql } from 'kysely'
import { engineOf, type Migration } from '../../database/index.ts'

export type LedgerTables = {
  account: {
    id: string
    parent: string | null
    balance: number
    ratio: number | null
    picture: Uint8Array | null
    note: string | null
  }
  entry: { id: string; account_id: string; amount: number }
  entry_log: { entry_id: string }
  'odd "table" name': { select: string; 'per cent %': number | null }
  ticket: { number: number; title: string }
}

/** A schema that makes restoring hard: keys between rows, rows made by a migration, a trigger, a view, a counter, blobs. */
export const firstMigration: Migration = {
  name: '2026-01-01-ledger',
  async up(db) {
    const sqlite = engineOf(db) === 'sqlite'
    await db.schema
      .createTable('account')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('parent', 'text', column => column.references('account.id'))
      .addColumn('balance', 'bigint', column => column.notNull())
      .addColumn('ratio', 'double precision')
      .addColumn('picture', sqlite ? 'blob' : 'bytea')
      .addColumn('note', 'text')
      .execute()
    await db.schema
      .createTable('entry')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('restrict'))
      .addColumn('amount', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createTable('entry_log').addColumn('entry_id', 'text').execute()
    await db.schema
      .createTable('odd "table" name')
      .addColumn('select', 'text', column => column.primaryKey().notNull())
      .addColumn('per cent %', 'integer')
      .execute()
    await db.schema
      .createTable('ticket')
      .addColumn('number', 'integer', column =>
        sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('title', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createView('rich')
      .as(db.selectFrom('account').selectAll().where('balance', '>', 1))
      .execute()
    if (sqlite) {
      await sql`create trigger log_entry after insert on entry begin insert into entry_log values (new.id); end`.execute(
        db,
      )
    } else {
      await sql`
        create function log_entry() returns trigger language plpgsql as
          $$ begin insert into entry_log values (new.id); return new; end $$
      `.execute(db)
      await sql`create trigger log_entry after insert on entry for each row execute function log_entry()`.execute(db)
    }
    await db.insertInto('account').values({ id: 'house', balance: 0 }).execute()
    await db.insertInto('entry').values({ id: 'opening', account_id: 'house', amount: 0 }).execute()
  },
}

/** Migration of the next version: adds a column derived from existing data. */
export const nextMigration: Migration = {
  name: '2026-02-01-double',
  async up(db) {
    await db.schema.alterTable('entry').addColumn('twice', 'bigint').execute()
    await sql`update entry set twice = amount * 2`.execute(db)
  },
}

const hostileTexts = [
  '',
  ' ',
  `' " \\ ; -- $1 ? \${x} {"blob":"AA=="} [1]`,
  'line\nbreak\r\n\ttab \u2028 \u2029',
  'é e\u0301 汉字 \u{1f9ea} \u202egnp.exe \u200b \ufeff',
  '\u0001\u001f\u007f',
  'null',
  'x'.repeat(70_000),
]

/** Fills the ledger with values that are easily changed by mistake on their way. */
export const fillLedger = async (db: Kysely<LedgerTables>): Promise<void> => {
  const blank = { parent: null, balance: 0, ratio: null, picture: null, note: null }
  // Child before parent in the order of the table, and one that is its own parent.
  await db
    .insertInto('account')
    .values({ ...blank, id: 'child' })
    .execute()
  await db
    .insertInto('account')
    .values({ ...blank, id: 'parent', parent: 'parent' })
    .execute()
  await db.updateTable('account').set({ parent: 'parent' }).where('id', '=', 'child').execute()
  const numbers = [0, -1, 1_795_000_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  const ratios = [0.1, 1, -2.5e-300, 1.7976931348623157e308, 1.25e19]
  for (const [index, note] of hostileTexts.entries()) {
    await db
      .insertInto('account')
      .values({
        id: `${index} ${note}`.slice(0, 200),
        parent: 'parent',
        balance: numbers[index % numbers.length] ?? 0,
        ratio: ratios[index % ratios.length] ?? null,
        picture: Buffer.from(Array.from({ length: index * 60 }, (_, at) => (at * 7 + index) % 256)),
        note,
      })
      .execute()
    await db
      .insertInto('odd "table" name')
      .values({ select: note.slice(0, 500), 'per cent %': index })
      .execute()
  }
  await db.insertInto('entry').values({ id: 'e1', account_id: 'child', amount: 5 }).execute()
  await db
    .insertInto('ticket')
    .values(['a', 'b', 'c'].map(title => ({ title, number: undefined as never })))
    .execute()
  await db.deleteFrom('ticket').where('title', '=', 'b').execute()
}

/** Every row of the ledger in a form that is the same on both engines. */
export const readLedger = async (db: Kysely<LedgerTables>): Promise<Record<string, unknown[]>> => {
  const tables = ['account', 'entry', 'entry_log', 'odd "table" name', 'ticket', 'schema_migration']
  const contents: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    contents[table] = rows
      .map(row =>
        JSON.stringify(row, (_, value) =>
          value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : toHex(value),
        ),
      )
      .sort()
  }
  return contents
}

const toHex = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
