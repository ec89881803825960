import { z } from 'zod'

/**
 * A backup is gzip'd lines of JSON, the same for both engines:
 *
 * ```
 * {"corroborateBackup":1,"takenAt":"…","databases":[{"name":"site","engine":"sqlite","migrations":[{"name":"…","appliedAt":…}]}]}
 * {"database":"site","table":"votes","columns":["doi","voter",…]}     one per table, also when it has no rows
 * ["10.1038/171737a0","v1",…]                                         one per row: see value.ts
 * {"end":{"tables":[{"database":"site","table":"votes","rows":1}],"sha256":"…"}}
 * ```
 *
 * The last line counts the rows of each table, and its hash is that of every line before it.
 */
export const formatVersion = 1

const name = z.string().min(1)

export const headerLine = z.object({
  takenAt: z.iso.datetime(),
  databases: z
    .array(
      z.object({
        name,
        engine: z.enum(['sqlite', 'postgres']),
        migrations: z.array(z.object({ name, appliedAt: z.number().int() })),
      }),
    )
    .min(1),
})
export type BackupHeader = z.infer<typeof headerLine>

/** First line in every version of the format. */
export const markedLine = z.object({ corroborateBackup: z.number().int() })

export const sectionLine = z.object({ database: name, table: name, columns: z.array(name).min(1) })
export type BackupSection = z.infer<typeof sectionLine>

export const endLine = z.object({
  end: z.object({
    tables: z.array(z.object({ database: name, table: name, rows: z.number().int().nonnegative() })),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
})
export type TableCount = z.infer<typeof endLine>['end']['tables'][number]
