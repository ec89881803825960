import type { Compilable, Kysely } from 'kysely'

type Argument = string | number | null

/**
 * A query built and compiled once, for hot paths: building it anew costs several times more than running it. `build` is called once, with
 * a stand-in for each of its parameters; a parameter goes into the query as a value, any number of times, and nothing else is
 * done with it.
 *
 *     const titleOf = prepareQuery(db, (id: string) => db.selectFrom('papers').select('title').where('id', '=', id))
 *     const rows = await titleOf('42')
 */
export function prepareQuery<Tables, Arguments extends readonly Argument[], Row>(
  db: Kysely<Tables>,
  build: (...given: Arguments) => Compilable<Row>,
): (...given: Arguments) => Promise<Row[]> {
  const standIns: readonly unknown[] = Array.from({ length: build.length }, (_, index) => Symbol(`argument ${index}`))
  const compiled = build(...(standIns as unknown as Arguments)).compile()
  const places = compiled.parameters.map(value => standIns.indexOf(value))
  return async (...given) => {
    const parameters = compiled.parameters.map((value, index) => {
      const place = places[index] ?? -1
      return place < 0 ? value : given[place]
    })
    const result = await db.executeQuery({ ...compiled, parameters })
    return result.rows as Row[]
  }
}
