import { type Compilable, type CompiledQuery, type Insertable, type Kysely, SelectQueryNode } from 'kysely'
import { noteStatement, tracing } from '../tracing/index.ts'
import { type DirectRead, directRead } from './sqlite-driver.ts'

type Argument = string | number | null

/** A compiled query, and which of its parameters are arguments: their place among them, or -1 for a value of its own. */
type Template = { compiled: CompiledQuery; places: readonly number[] }

/** Builds a query once, with a stand-in for each of its arguments. */
const makeTemplate = (count: number, build: (standIns: readonly unknown[]) => Compilable<unknown>): Template => {
  const standIns = Array.from({ length: count }, (_, index) => Symbol(`argument ${index}`))
  const compiled = build(standIns).compile()
  return { compiled, places: compiled.parameters.map(value => (standIns as readonly unknown[]).indexOf(value)) }
}

const fill = ({ compiled, places }: Template, given: readonly Argument[]): unknown[] =>
  places.map((place, index) => (place < 0 ? compiled.parameters[index] : given[place]))

/**
 * A query built and compiled once, for hot paths: building it anew costs several times more than running it. `build` is called once, with
 * a stand-in for each of its parameters; a parameter goes into the query as a value, any number of times, and nothing else is
 * done with it.
 *
 *     const titleOf = prepareQuery(db, (id: string) => db.selectFrom('papers').select('title').where('id', '=', id))
 *     const rows = await titleOf('42')
 */
export const prepareQuery = <Tables, Arguments extends readonly Argument[], Row>(
  db: Kysely<Tables>,
  build: (...given: Arguments) => Compilable<Row>,
): ((...given: Arguments) => Promise<Row[]>) => {
  const run = prepareStatement((_: Kysely<Tables>, ...given: Arguments) => build(...given), build.length)
  return (...given) => run(db, ...given)
}

/**
 * Prepares a statement for any handle, such as a transaction; compiled once per database. Rows come from reads and from `returning`.
 * const retitle = prepareStatement((db: Kysely<Tables>, id: string, title: string) => db.updateTable('papers').set({ title }).where('id',
 * '=', id)) await retitle(tx, '42', 'Another one')
 * @param count number of arguments after the handle
 */
export const prepareStatement = <Tables, Arguments extends readonly Argument[], Row>(
  build: (db: Kysely<Tables>, ...given: Arguments) => Compilable<Row>,
  count = build.length - 1,
): ((db: Kysely<Tables>, ...given: Arguments) => Promise<Row[]>) => {
  // By the adapter, which a database and its transactions have in common.
  const templates = new WeakMap<object, Template & { read?: DirectRead | undefined }>()
  return async (db, ...given) => {
    const { adapter } = db.getExecutor()
    let template = templates.get(adapter)
    if (template === undefined) {
      template = makeTemplate(count, standIns => build(db, ...(standIns as unknown as Arguments)))
      templates.set(adapter, template)
    }
    const parameters = fill(template, given)
    if (!db.isTransaction) {
      if (SelectQueryNode.is(template.compiled.query)) template.read ??= directRead(db, template.compiled.sql)
      if (template.read !== undefined) {
        if (!tracing().isOn) return template.read(parameters) as Row[]
        const started = performance.now()
        const rows = template.read(parameters) as Row[]
        noteStatement(template.compiled.sql, 'sqlite', performance.now() - started)
        return rows
      }
    }
    const { rows } = await db.executeQuery({ ...template.compiled, parameters })
    return rows as Row[]
  }
}

/**
 * Prepares an insert of full rows into one table, compiled once per database. The first row determines the columns.
 * const insertPaper = prepareInsert<Tables, 'papers'>('papers') await insertPaper(tx, { id: '42', title: 'A title' })
 */
export const prepareInsert = <Tables, Table extends keyof Tables & string>(
  table: Table,
): ((db: Kysely<Tables>, row: Insertable<Tables[Table]> & Record<string, Argument>) => Promise<void>) => {
  type Untyped = Kysely<Record<string, Record<string, Argument>>>
  let insert: { columns: readonly string[]; run: (db: Untyped, ...values: Argument[]) => Promise<unknown> } | undefined
  return async (db, row) => {
    if (insert === undefined) {
      const columns = Object.keys(row)
      const build = (into: Untyped, ...values: Argument[]) =>
        into
          .insertInto(table)
          .values(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])))
      insert = { columns, run: prepareStatement(build, columns.length) }
    }
    await insert.run(db as unknown as Untyped, ...insert.columns.map(column => row[column] ?? null))
  }
}
