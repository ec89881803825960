import { type Tracing, tracing, useTracing } from './tracing.ts'

export { type Attributes, type Span, type SpanOptions, type Tracing, tracing } from './tracing.ts'

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

/** Records a database statement as a child span, without its values. */
export const noteStatement = (sql: string, engine: 'sqlite' | 'postgres', ms: number, hasFailed = false): void => {
  const current = tracing()
  if (!current.isOn) return
  const shape = statementShape(sql)
  const name = `${shape['db.operation.name']} ${shape['db.collection.name']}`.trim()
  const attributes = { 'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite', ...shape }
  current.note(name, { kind: 'client', attributes, ms, ...(hasFailed && { failed: 'the database refused it' }) })
}

/**
 * Begins to note steps when an operator named a collector. Only then is the library loaded.
 * @returns the tracing of the process, to be closed when it ends
 */
export const openTracing = async (endpoint: string | undefined): Promise<Tracing> => {
  if (endpoint === undefined || tracing().isOn) return tracing()
  const { openTelemetry } = await import('./open-telemetry.ts')
  const opened = openTelemetry(endpoint)
  const close = async () => {
    useTracing()
    await opened.close()
  }
  useTracing({ ...opened, close })
  return tracing()
}
