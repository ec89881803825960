import { listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'

/** Relation of another DOI to a paper: its preprint, the published article, or another version. */
export type VersionKind = 'preprint' | 'article' | 'version'
export type PaperVersion = { doi: Doi; kind: VersionKind }

/** The versions of a paper that one source names. */
export type SourceVersions = { source: VersionsTables['paper_versions']['source']; versions: readonly PaperVersion[] }

export type VersionsTables = {
  /** `other` is `kind` of `doi`, according to the record of `doi`. */
  paper_versions: { doi: string; other: string; kind: VersionKind; source: 'openalex' | 'crossref' }
}

export const versionsMigration: Migration = {
  name: '2026-11-22-paper-versions',
  async up(db) {
    await db.schema
      .createTable('paper_versions')
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('other', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('paper_versions_pk', ['doi', 'other', 'source'])
      .execute()
    await db.schema.createIndex('paper_versions_by_other').on('paper_versions').column('other').execute()
  },
}

/** So many versions of one record are kept. */
const mostVersions = 10

/** Replaces a source's versions of a paper. */
export const replaceVersions = async (
  tx: Transaction<VersionsTables>,
  doi: Doi,
  { source, versions }: SourceVersions,
): Promise<void> => {
  await tx.deleteFrom('paper_versions').where('doi', '=', doi).where('source', '=', source).execute()
  const others = new Map(versions.filter(version => version.doi !== doi).map(version => [version.doi, version]))
  const rows = [...others.values()]
    .slice(0, mostVersions)
    .map(version => ({ doi, other: version.doi, kind: version.kind, source }))
  if (rows.length > 0) await tx.insertInto('paper_versions').values(rows).execute()
}

const seenFromTheOther: Readonly<Record<VersionKind, VersionKind>> = {
  preprint: 'article',
  article: 'preprint',
  version: 'version',
}

/** Reads a paper's versions, from either side of the relation. */
export const versionsReader = (db: Kysely<VersionsTables>): ((doi: Doi) => Promise<PaperVersion[]>) => {
  const read = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('paper_versions')
      .select(['doi', 'other', 'kind'])
      .where(where => where.or([where('doi', '=', doi), where('other', '=', doi)])),
  )
  return async doi => seenFrom(doi, await read(doi))
}

/** The same for a list in one query, however long it is. */
export const versionsOfManyReader = (
  db: Kysely<VersionsTables>,
): ((dois: readonly Doi[]) => Promise<Map<Doi, PaperVersion[]>>) => {
  const read = prepareQuery(db, (json: string) =>
    db
      .selectFrom('paper_versions')
      .select(['doi', 'other', 'kind'])
      .where(where => where.or([where('doi', 'in', listed(db, json)), where('other', 'in', listed(db, json))])),
  )
  return async dois => {
    const rows = await read(JSON.stringify(dois))
    const about = new Map<string, Row[]>(dois.map(doi => [doi, []]))
    for (const row of rows) for (const doi of new Set([row.doi, row.other])) about.get(doi)?.push(row)
    return new Map(dois.map(doi => [doi, seenFrom(doi, about.get(doi) ?? [])]))
  }
}

type Row = Pick<VersionsTables['paper_versions'], 'doi' | 'other' | 'kind'>

/** Returns the versions in the rows about a paper. */
const seenFrom = (doi: Doi, rows: readonly Row[]): PaperVersion[] => {
  const versions = rows.map(row =>
    row.doi === doi
      ? { doi: storedDoi(row.other), kind: row.kind }
      : { doi: storedDoi(row.doi), kind: seenFromTheOther[row.kind] },
  )
  // Skips self-references and less specific duplicates.
  const known = new Map<Doi, PaperVersion>()
  for (const version of versions)
    if (version.doi !== doi && (known.get(version.doi)?.kind ?? 'version') === 'version')
      known.set(version.doi, version)
  return [...known.values()]
}
