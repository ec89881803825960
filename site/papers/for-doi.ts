import type { CompiledQuery, Kysely } from 'kysely'
import type { Doi } from '../doi/index.ts'

/** A query whose every parameter is the DOI, compiled once: building it anew costs more than running it. */
export function forDoi<Tables, Row>(
  db: Kysely<Tables>,
  build: (doi: string) => { compile: () => CompiledQuery<Row> },
): (doi: Doi) => Promise<Row[]> {
  const compiled = build('').compile()
  return async doi => {
    const result = await db.executeQuery({ ...compiled, parameters: compiled.parameters.map(() => doi) })
    return result.rows as Row[]
  }
}
