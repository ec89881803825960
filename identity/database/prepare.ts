import type { Compilable, CompiledQuery, Kysely } from 'kysely'

const marks = Symbol('parameter')
type Mark = { [marks]: string }

/** Stands for a value that is given at each run. */
export const parameter = <Value>(name: string): Value => ({ [marks]: name }) as unknown as Value

const isMark = (value: unknown): value is Mark => typeof value === 'object' && value !== null && marks in value

/**
 * Builds a query once for a statement that runs all the time: building costs more than SQLite's answer. Values that differ
 * are written as `parameter('name')`.
 */
export const prepare = <Tables, Row, Values extends Record<string, unknown>>(
  db: Kysely<Tables>,
  query: Compilable<Row>,
): ((values: Values) => Promise<Row[]>) => {
  const compiled: CompiledQuery<Row> = query.compile()
  return async values => {
    const parameters = compiled.parameters.map(value => (isMark(value) ? values[value[marks]] : value))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
