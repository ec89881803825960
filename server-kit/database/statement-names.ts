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
 * Names SQL texts, so that PostgreSQL parses each once per connection and can cache its plan. After `capacity` texts new ones stay unnamed,
 * because unbounded variations (such as list lengths) would fill the server's memory.
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
