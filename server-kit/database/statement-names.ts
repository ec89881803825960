import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'

const planned: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

/**
 * Gives each SQL text a name, so that PostgreSQL parses it once per connection and may keep its plan. Texts that vary
 * without end (lists of many lengths) must not fill the server's memory: after `capacity` texts, new ones stay unnamed.
 */
export const makeStatementNames = (capacity = 1000): ((query: CompiledQuery) => string | undefined) => {
  const names = new Map<string, string>()
  return ({ sql, query, parameters }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    const worthNaming = planned.has(query.kind) || (query.kind === 'RawNode' && parameters.length > 0)
    if (!worthNaming || names.size >= capacity) return undefined
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
    names.set(sql, name)
    return name
  }
}
