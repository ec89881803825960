import type { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { indexedOf, prepareDerived, refreshVocabulary } from './derived-tables.ts'
import { inTransaction } from './in-transaction.ts'
import { beginRebuild, createTables, finishRebuild, hasColumn, readSchemaState, schemaVersion } from './schema.ts'
import { type WorkRow, workColumns } from './work.ts'

/**
 * Makes the tables of an empty file, or rebuilds those that an older version derived from `works`. Throws `OperatorError` when the
 * file is not ours, of a newer version, or too old to be rebuilt.
 */
export const prepareSchema = (db: DatabaseSync, file: string, onNotice: (sentence: string) => void): void => {
  if (isCurrent(db)) return
  const rebuild = inTransaction(db, () => {
    const state = readSchemaState(db)
    if (state.kind === 'foreign') {
      throw new OperatorError(`${file} is not a search index of this site. Move it away and import again.`)
    }
    if (state.kind === 'empty') {
      createTables(db)
      return false
    }
    if (state.version === schemaVersion) return false
    if (state.version > schemaVersion) {
      throw new OperatorError(
        `${file} was made by a newer version of this program (${state.version}, this one knows ${schemaVersion}). Update the program, or move the file away and import again.`,
      )
    }
    refuseForeignWorksTable(db, file)
    beginRebuild(db)
    return true
  })
  if (!rebuild) return
  onNotice(`${file} was made by an older version: rebuilding the search index from its works.`)
  rebuildFromWorks(db)
}

const isCurrent = (db: DatabaseSync): boolean => {
  const state = readSchemaState(db)
  return state.kind === 'ours' && state.version === schemaVersion
}

/** The columns of version 1. Those that came later are added. */
const firstColumns = workColumns.split(', ').filter(column => column !== 'pmid')

const refuseForeignWorksTable = (db: DatabaseSync, file: string): void => {
  if (firstColumns.every(column => hasColumn(db, column))) return
  throw new OperatorError(
    `${file} was made by a version too old to be rebuilt. Move it away and import your files again.`,
  )
}

const rebuildBatch = 5_000

const rebuildFromWorks = (db: DatabaseSync): void => {
  const derived = prepareDerived(db)
  const next = db.prepare(`SELECT ${workColumns} FROM works WHERE id > ? ORDER BY id LIMIT ${rebuildBatch}`)
  for (let last = 0; ; ) {
    const rows = next.all(last) as WorkRow[]
    if (rows.length === 0) break
    last = rows.at(-1)?.id ?? last
    inTransaction(db, () => derived.add(rows.map(indexedOf)))
  }
  inTransaction(db, () => {
    refreshVocabulary(db)
    finishRebuild(db)
  })
}
