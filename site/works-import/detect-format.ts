/** What a file holds, told by its beginning. */
export type Format = 'works' | 'updates' | 'replications'

/** The columns by which the outcome files are known; more columns, and any order, are fine. */
export const knownColumns = {
  updates: ['doi', 'update_type', 'update_doi'],
  replications: ['doi_original', 'doi_replication', 'outcome'],
} as const

/**
 * Tells the format by the first lines: a CSV header of one of the outcome files, or JSON objects (a broken line or two before the first
 * object do not matter). Null when it is neither.
 */
export const detectFormat = (start: string): Format | null => {
  const lines = start.replace(/^\ufeff/, '').split('\n')
  const header = new Set(lines[0]?.split(',').map(column => column.trim().replace(/^"(.*)"$/, '$1')))
  if (knownColumns.updates.every(column => header.has(column))) return 'updates'
  if (knownColumns.replications.every(column => header.has(column))) return 'replications'
  return lines.some(line => line.trimStart().startsWith('{')) ? 'works' : null
}
