import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'

/** Kysely over one exclusive connection. The servers' driver opens two, which would block each other on an exclusively locked file. */
export const kyselyOver = <T>(connection: DatabaseSync): Kysely<T> =>
  new Kysely<T>({
    dialect: new SqliteDialect({
      database: {
        close: () => connection.close(),
        prepare: text => {
          const statement = connection.prepare(text)
          const given = (values: readonly unknown[]) => values as readonly SQLInputValue[]
          return {
            reader: statement.columns().length > 0,
            all: values => statement.all(...given(values)),
            run: values => statement.run(...given(values)),
            iterate: values => statement.iterate(...given(values)),
          }
        },
      },
    }),
  })
