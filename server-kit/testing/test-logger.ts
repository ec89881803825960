import { createLogger, type Logger } from '../logging/index.ts'

/** A real logger that keeps its lines, parsed, for a test to look at. */
export const testLogger = (): { logger: Logger; lines: Record<string, unknown>[] } => {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('trace', undefined, { write: line => void lines.push(JSON.parse(line)) })
  return { logger, lines }
}
