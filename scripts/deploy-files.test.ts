import { readFileSync } from 'node:fs'
import { createMetrics } from '@corroborate/server-kit/health'
import { createLimits } from '@corroborate/server-kit/limits'
import { createOutbox, type OutboxTables, outboxMigrations } from '@corroborate/server-kit/outbox'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
const rules = read('prometheus/alerts.yml')
const dashboard = JSON.parse(read('grafana/corroborate.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

/** The names of figures in an expression of Prometheus, without what a histogram adds to its name. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b([a-z_]+)\{/g)].map(([, name = '']) => name.replace(/_(?:count|bucket|sum)$/, ''))

const expressions = [
  ...[...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(([, block = '', line = '']) => block + line),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

describeStore<OutboxTables>('the rules and the dashboard', outboxMigrations, open => {
  test('ask for figures that the servers have', async () => {
    const metrics = createMetrics()
    const { logger } = testLogger()
    createOutbox(await open(), { logger, metrics, now: Date.now })
    const limits = createLimits({}, { logger, metrics, prefix: 'test', scale: 1, redisUrl: undefined })
    await limits.close()
    metrics.counter('requests_shed_total', 'As server-kit/overload counts them.', 'share')
    const named = (await metrics.read()).matchAll(/^# TYPE (\S+)/gm)
    const known = new Set(['up', ...[...named].map(([, name = '']) => name)])
    const asked = new Set(expressions.flatMap(namesIn))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter(name => !known.has(name))).toEqual([])
  })
})

test('every rule says what is wrong and what to do', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(5)
  for (const alert of alerts) {
    expect(alert).toMatch(/^\w+\n {8}expr: /)
    expect(alert).toMatch(/labels: \{ severity: (?:page|ticket) \}/)
    expect(alert).toMatch(/summary: ".+"\n {10}action: ".+"/)
  }
})

test('no two panels of the dashboard have one number', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
