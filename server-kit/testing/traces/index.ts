import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A received span with the fields used in tests. IDs are hexadecimal; a missing parent is ''. */
export type ReceivedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, unknown>
}

type Sent = {
  resourceSpans: { scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[] }[]
}
type Attribute = { key: string; value: Record<string, unknown> }

/** A collector of traces on this machine (OTLP over HTTP, as JSON). */
export const startTraceReceiver = async () => {
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    void text(request).then(body => {
      if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body)))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

const spansIn = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(span => ({
      ...span,
      parentSpanId: span.parentSpanId ?? '',
      links: span.links ?? [],
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }))
