import { randomUUID } from 'node:crypto'
import type { Table } from './tables-of.ts'

/**
 * Builds a row for an unknown table: null where allowed, else 1 or a unique string.
 * @param known values by column name; missing columns are ignored
 */
export const madeRow = ({ columns }: Table, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ name, isNumber, isNullable }) => {
      if (Object.hasOwn(known, name)) return [name, known[name]]
      if (isNullable) return [name, null]
      return [name, isNumber ? 1 : `${name}-${randomUUID()}`]
    }),
  )
