import { statementShape } from './statement-shape.ts'
import { tracing } from './tracing.ts'

/** Notes a statement that a database has run, as a step of whatever runs now. Its values are not told. */
export const noteStatement = (sql: string, engine: 'sqlite' | 'postgres', ms: number, hasFailed = false): void => {
  const current = tracing()
  if (!current.isOn) return
  const shape = statementShape(sql)
  const name = `${shape['db.operation.name']} ${shape['db.collection.name']}`.trim()
  const attributes = { 'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite', ...shape }
  current.note(name, { kind: 'client', attributes, ms, ...(hasFailed && { failed: 'the database refused it' }) })
}
