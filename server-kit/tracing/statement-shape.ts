/** Describes an SQL statement for tracing: operation, table, and text without values. Pure. */
export const statementShape = (
  sql: string,
): { 'db.operation.name': string; 'db.collection.name': string; 'db.query.text': string } => {
  const operation = /^\s*(?:with\b[\s\S]*?\b(?=select|insert|update|delete))?(\w+)/i.exec(sql)?.[1]?.toUpperCase() ?? ''
  const table = /\b(?:from|into|update|table)\s+["`]?(\w+)/i.exec(sql)?.[1] ?? ''
  const text = sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, 2_000)
  return { 'db.operation.name': operation, 'db.collection.name': table, 'db.query.text': text }
}
