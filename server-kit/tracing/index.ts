export { noteStatement } from './note-statement.ts'
export { openTracing } from './open-tracing.ts'
export { type Attributes, type Span, type SpanOptions, type Tracing, tracing } from './tracing.ts'
