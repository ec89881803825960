import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics of a server. */
export type Metrics = {
  /** All figures, as Prometheus reads them, and the content type of that text. */
  read: () => Promise<string>
  contentType: string
  /** Records an answered request. `route` is the pattern (`/:doi/vote`), never the path, so that the series stay few. */
  requestAnswered: (request: { method: string; route: string; status: number; seconds: number }) => void
  /** Adds a gauge that is evaluated on each scrape. */
  gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  /** Adds a count, apart for each value of `label`, which must have few values. Call the result to count one more. */
  counter: (name: string, help: string, label: string) => (value: string) => void
}

/** Gauges that prom-client names like counters. Each is the sum of its namesake without `_total`, so nothing is lost without it. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Memory, CPU and the lag of the event loop. Measured once, however many servers run in this process. */
let ofProcess: Registry | undefined
const processFigures = (): Registry => {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
    for (const name of misnamed) ofProcess.removeSingleMetric(name)
  }
  return ofProcess
}

/** Makes the figures of one server, with those of the process. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    read: () => Registry.merge([processFigures(), registry]).metrics(),
    contentType: registry.contentType,
    requestAnswered: ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status }, seconds)
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read())
        },
      })
    },
    counter: (name, help, label) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return value => counter.inc({ [label]: value })
    },
  }
}
