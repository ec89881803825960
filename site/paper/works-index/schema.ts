import type { DatabaseSync } from 'node:sqlite'

/** "Corr": identifies our SQLite files. */
export const applicationId = 0x436f7272

/** Raise it when the tables, `foldWords` or `searchRowid` change; an older index is then rebuilt from its own `works` table. */
export const schemaVersion = 2

/**
 * `works` is the only source; everything in `derivedTables` is built from it. `titles` finds titles by their first words. `words` is a
 * contentless full-text index with `detail=none` and no column sizes, because ranking reads the few candidates themselves (ADR on search);
 * its rowid (`searchRowid`) sorts better known and shorter titles first, so that the first rows of a long list are the ones worth ranking.
 * `vocabulary` holds document frequencies; `meta.vocabulary_works` is the number of works it was built from.
 */
const sourceTables = `
  CREATE TABLE IF NOT EXISTS works (
    id INTEGER PRIMARY KEY,
    doi TEXT NOT NULL UNIQUE,
    title TEXT,
    journal TEXT,
    year INTEGER,
    type TEXT,
    cited_by INTEGER,
    retracted INTEGER,
    source TEXT NOT NULL,
    authors TEXT NOT NULL,
    pmid INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

const derivedTables = `
  CREATE INDEX works_pmid ON works (pmid) WHERE pmid IS NOT NULL;
  CREATE TABLE titles (start TEXT NOT NULL, work INTEGER NOT NULL, PRIMARY KEY (start, work)) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(word, content='', columnsize=0, detail=none, tokenize='ascii', prefix='1 2 3');
  INSERT INTO words (words, rank) VALUES ('hashsize', 8000000), ('automerge', 8);
  CREATE VIRTUAL TABLE words_list USING fts5vocab(words, row);
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, works INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

const dropDerivedTables = `
  DROP INDEX IF EXISTS works_pmid;
  DROP TABLE IF EXISTS titles;
  DROP TABLE IF EXISTS words_list;
  DROP TABLE IF EXISTS words;
  DROP TABLE IF EXISTS vocabulary;
  DELETE FROM meta WHERE key = 'vocabulary_works';
`

/** Content of a file: empty, our index at some version, or something else. */
export type SchemaState = { kind: 'empty' } | { kind: 'ours'; version: number } | { kind: 'foreign' }

export const readSchemaState = (db: DatabaseSync): SchemaState => {
  const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const application = Number(db.prepare('PRAGMA application_id').get()?.application_id)
  if (tables === 0) return { kind: 'empty' }
  if (application !== applicationId) return { kind: 'foreign' }
  return { kind: 'ours', version: Number(db.prepare('PRAGMA user_version').get()?.user_version) }
}

/** Makes the tables of an empty file; call it inside a transaction. */
export const createTables = (db: DatabaseSync): void => {
  db.exec(`PRAGMA application_id = ${applicationId}`)
  db.exec(sourceTables)
  db.exec(derivedTables)
  db.exec(`PRAGMA user_version = ${schemaVersion}`)
}

/** Empties everything that is derived; the version stays 0 until `finishRebuild`, so a reader waits and a killed rebuild starts over. */
export const beginRebuild = (db: DatabaseSync): void => {
  db.exec('PRAGMA user_version = 0')
  db.exec(sourceTables)
  // Version 1 kept no number of PubMed's.
  if (!hasColumn(db, 'pmid')) db.exec('ALTER TABLE works ADD COLUMN pmid INTEGER')
  db.exec(dropDerivedTables)
  db.exec(derivedTables)
}

export const finishRebuild = (db: DatabaseSync): void => {
  db.exec(`PRAGMA user_version = ${schemaVersion}`)
}

/** True if the works table has this column. */
export const hasColumn = (db: DatabaseSync, column: string): boolean =>
  db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get('works', column) !== undefined
