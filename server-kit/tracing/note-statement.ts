import { statementShape } from './statement-shape.ts'
import { tracing } from './tracing.ts'

/** Records a database statement as a child span, without its values. */
export const noteStatement = (sql: string, engine: 'sqlite' | 'postgres', ms: number, hasFailed = false): void => {
  const current = tracing()
  if (!current.isOn) return
  const shape = statementShape(sql)
  const name = `${shape['db.operation.name']} ${shape['db.collection.name']}`.trim()
  const attributes = { 'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite', ...shape }
  current.note(name, { kind: 'client', attributes, ms, ...(hasFailed && { failed: 'the database refused it' }) })
}
