export { createLogger, type Logger, type LogLevel } from './create-logger.ts'
export { scrubText } from './scrub.ts'
