import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { SpanOptions, Tracing } from './tracing.ts'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** Batching interval of spans, in ms. */
const sentEvery = 1_000

/**
 * Exports spans to a collector by OTLP over HTTP, in the background: an unavailable collector loses only its traces. OTEL_TRACES_SAMPLER
 * controls sampling and OTEL_EXPORTER_OTLP_HEADERS adds headers; the library reads both itself.
 * @param endpoint base URL, such as `http://collector:4318`
 */
export const openTelemetry = (endpoint: string): Tracing => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'corroborate' }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), {
        scheduledDelayMillis: sentEvery,
      }),
    ],
  })
  provider.register()
  const tracer = trace.getTracer('corroborate')

  const contextOf = (traceparent: string) => propagation.extract(ROOT_CONTEXT, { traceparent })
  const beginning = ({ parent, link }: SpanOptions) => {
    if (parent !== undefined && parent !== null) return contextOf(parent)
    return parent === null || link !== undefined ? ROOT_CONTEXT : context.active()
  }
  const linksOf = ({ link }: SpanOptions) => {
    const linked = link ? trace.getSpanContext(contextOf(link)) : undefined
    return linked === undefined ? [] : [{ context: linked }]
  }

  return {
    isOn: true,
    span: (name, options, work) => {
      const settings = {
        kind: kinds[options.kind],
        links: linksOf(options),
        ...(options.attributes !== undefined && { attributes: options.attributes }),
      }
      return tracer.startActiveSpan(name, settings, beginning(options), async span => {
        const fail = (message: string) => {
          span.setStatus({ code: SpanStatusCode.ERROR, message })
        }
        try {
          return await work({
            fail,
            set: attributes => void span.setAttributes(attributes),
            rename: to => void span.updateName(to),
          })
        } catch (error) {
          // Its name alone: a message may hold an address.
          fail(error instanceof Error ? error.name : 'error')
          throw error
        } finally {
          span.end()
        }
      })
    },
    note: (name, { kind, attributes, ms, failed }) => {
      // Spans outside a request or job are of no interest.
      if (trace.getActiveSpan() === undefined) return
      const end = Date.now()
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, startTime: end - ms })
      if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed })
      span.end(end)
    },
    traceparent: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent ?? null
    },
    ids: () => {
      const active = trace.getActiveSpan()?.spanContext()
      return active === undefined ? null : { trace_id: active.traceId, span_id: active.spanId }
    },
    close: async () => {
      await provider.shutdown()
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}
