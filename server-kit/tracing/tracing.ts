/** What is known of a step, by the names of OpenTelemetry's semantic conventions. Never a value that a person typed. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A step while it runs. */
export type Span = {
  set: (attributes: Attributes) => void
  rename: (name: string) => void
  /** It did not come to its end; `reason` holds nothing of a person. */
  fail: (reason: string) => void
}

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /** The step of another process, or of an earlier moment, that this one belongs to: a W3C `traceparent` of our own. */
  parent?: string | null
  /** One that it only has to do with: a `traceparent` that somebody else wrote. With it, or a null parent, a trace begins. */
  link?: string | null
}

/** Where the steps of a request are noted (`OTEL_EXPORTER_OTLP_ENDPOINT`). */
export type Tracing = {
  isOn: boolean
  /** Runs work as a step. What it calls, also later and elsewhere, are steps of it. An error that it throws is noted and thrown on. */
  span: <R>(name: string, options: SpanOptions, work: (span: Span) => Promise<R>) => Promise<R>
  /** Notes a step that is over and took `ms`. */
  note: (name: string, step: { kind: 'client'; attributes: Attributes; ms: number; failed?: string }) => void
  /** The `traceparent` of the step that runs now; null outside of any. */
  traceparent: () => string | null
  /** What the log says of it. */
  ids: () => { trace_id: string; span_id: string } | null
  /** Sends what is left. */
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
