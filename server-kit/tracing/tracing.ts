/** Span attributes, named by OpenTelemetry's semantic conventions. Never user input. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A step while it runs. */
export type Span = {
  set: (attributes: Attributes) => void
  rename: (name: string) => void
  /** Marks the span as failed; `reason` contains no personal data. */
  fail: (reason: string) => void
}

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /** The step of another process, or of an earlier moment, that this one belongs to: a W3C `traceparent` of our own. */
  parent?: string | null
  /** Linked span, from an external `traceparent`. With it, or a null parent, a new trace starts. */
  link?: string | null
}

/** Tracing of requests and jobs (`OTEL_EXPORTER_OTLP_ENDPOINT`). */
export type Tracing = {
  isOn: boolean
  /** Runs work as a span. Calls within it, including later and remote ones, become child spans. Errors are recorded and rethrown. */
  span: <R>(name: string, options: SpanOptions, work: (span: Span) => Promise<R>) => Promise<R>
  /** Notes a step that is over and took `ms`. */
  note: (name: string, step: { kind: 'client'; attributes: Attributes; ms: number; failed?: string }) => void
  /** The `traceparent` of the step that runs now; null outside of any. */
  traceparent: () => string | null
  /** Trace IDs for log lines. */
  ids: () => { trace_id: string; span_id: string } | null
  /** Flushes remaining spans. */
  close: () => Promise<void>
}

const noSpan: Span = { set: () => {}, rename: () => {}, fail: () => {} }

const nothing: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(noSpan),
  note: () => {},
  traceparent: () => null,
  ids: () => null,
  close: async () => {},
}

let current: Tracing = nothing

/** The tracing of this process: nothing is noted until `openTracing` has begun it. */
export const tracing = (): Tracing => current

/** Makes this the tracing of the process; without one, nothing is noted any more. */
export const useTracing = (next: Tracing = nothing): void => {
  current = next
}
