export { createLogger, type Logger, type LogLevel } from './create-logger.ts'
export { createRefusalLog, type NoteRefusal } from './refusal-log.ts'
export { scrubText } from './scrub.ts'
