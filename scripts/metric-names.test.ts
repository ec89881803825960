import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createMetrics } from '@corroborate/server-kit/health'
import { expect, test } from 'vitest'

type Metric = { kind: string; name: string; help: string }

/** Every metric that source code of the servers registers by name. */
const registered = globSync('{server-kit,site,identity}/**/*.ts', {
  cwd: new URL('..', import.meta.url),
  exclude: path => /node_modules|dist|\.test\.ts$/.test(path),
}).flatMap(file =>
  [
    ...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(
      /metrics\??\.(gauge|counter)\(\s*'([^']+)',\s*'([^']+)'/g,
    ),
  ].map(([, kind = '', name = '', help = '']): Metric => ({ kind, name, help })),
)

/** The text that Prometheus scrapes: these metrics, and those of the process and of HTTP requests. */
const exposition = async (): Promise<string> => {
  const metrics = createMetrics()
  for (const { kind, name, help } of registered) {
    if (kind === 'counter') metrics.counter(name, help, 'label')('value')
    else metrics.gauge(name, help, () => 1)
  }
  metrics.requestAnswered({ method: 'GET', route: '/:doi', status: 200, seconds: 0.1 })
  return metrics.read()
}

/** Breaches of https://prometheus.io/docs/practices/naming that a scrape shows. */
const breaches = (text: string): string[] => {
  const helped = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name))
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => [
    ...(helped.has(name) ? [] : [`${name} has no help`]),
    ...(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) ? [] : [`${name} is not in snake_case`]),
    ...((type === 'counter') === name.endsWith('_total') ? [] : [`${name}: counters, and only they, end in _total`]),
    ...(/_(?:count|sum|bucket)$/.test(name) ? [`${name} ends like a series of a histogram`] : []),
    ...(/_(?:ms|milliseconds|minutes|hours|days|kb|kilobytes|megabytes|percent)(?:_|$)/.test(name)
      ? [`${name} is not in base units (seconds, bytes, ratio)`]
      : []),
  ])
}

test('every metric follows the naming rules of Prometheus', async () => {
  expect(registered.length).toBeGreaterThan(6)
  const text = await exposition()
  expect(text.match(/^# TYPE /gm)?.length).toBeGreaterThan(20)
  expect(breaches(text)).toEqual([])
})

test.each([
  ['# HELP jobs_total Jobs.\n# TYPE jobs_total gauge', 'jobs_total: counters, and only they, end in _total'],
  ['# HELP jobs Jobs.\n# TYPE jobs counter', 'jobs: counters, and only they, end in _total'],
  ['# HELP lag_ms Lag.\n# TYPE lag_ms gauge', 'lag_ms is not in base units (seconds, bytes, ratio)'],
  ['# TYPE jobs gauge', 'jobs has no help'],
])('the rules reject %j', (text, breach) => expect(breaches(text)).toEqual([breach]))

const promtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(promtool)('promtool has no objection to any metric', async () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await exposition() })
  expect([status, `${stdout}${stderr}`]).toEqual([0, ''])
})
