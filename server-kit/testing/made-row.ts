import { randomUUID } from 'node:crypto'
import type { Table } from './tables-of.ts'

/**
 * A row for a table of which a test knows nothing: null where that may be, else 1 or a text that is nowhere else.
 * @param known what some columns have, by name; those that the table lacks are left out
 */
export const madeRow = ({ columns }: Table, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ name, isNumber, isNullable }) => {
      if (Object.hasOwn(known, name)) return [name, known[name]]
      if (isNullable) return [name, null]
      return [name, isNumber ? 1 : `${name}-${randomUUID()}`]
    }),
  )
