import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { countBackups } from '@corroborate/server-kit/backup'
import { createMetrics } from '@corroborate/server-kit/health'
import { createLimits } from '@corroborate/server-kit/limits'
import { createOutbox, type OutboxTables, outboxMigrations } from '@corroborate/server-kit/outbox'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
const rules = read('prometheus/alerts.yml')
const dashboard = JSON.parse(read('grafana/corroborate.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

/** Returns the metric names in a PromQL expression, without histogram suffixes. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b([a-z_]+)\{/g)].map(([, name = '']) => name.replace(/_(?:count|bucket|sum)$/, ''))

const expressions = [
  ...[...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(([, block = '', line = '']) => block + line),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

describeStore<OutboxTables>('the rules and the dashboard', outboxMigrations, open => {
  test('alert rules and dashboard query metrics that exist', async () => {
    const metrics = createMetrics()
    const { logger } = testLogger()
    createOutbox(await open(), { logger, metrics, now: Date.now })
    const limits = createLimits({}, { logger, metrics, prefix: 'test', scale: 1, redisUrl: undefined })
    await limits.close()
    countBackups(metrics, '/nowhere')
    metrics.counter('requests_shed_total', 'As server-kit/overload counts them.', 'share')
    const named = (await metrics.read()).matchAll(/^# TYPE (\S+)/gm)
    const known = new Set([
      'up',
      'kube_cronjob_status_last_successful_time',
      ...[...named].map(([, name = '']) => name),
    ])
    const asked = new Set(expressions.flatMap(namesIn))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter(name => !known.has(name))).toEqual([])
  })
})

test('every alert rule describes the problem and the action', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(5)
  for (const alert of alerts) {
    expect(alert).toMatch(/^\w+\n {8}expr: /)
    expect(alert).toMatch(/labels: \{ severity: (?:page|ticket) \}/)
    expect(alert).toMatch(/summary: ".+"\n {10}action: ".+"/)
  }
})

test('dashboard panel ids are unique', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(['corroborate', 'corroborate-site', 'corroborate-identity'])(
  '%s.service is not restarted on operator errors and runs as the command’s user',
  name => {
    const unit = read(`systemd/${name}.service`)
    expect(unit).toMatch(/^Restart=on-failure\n(?:#.*\n)*RestartPreventExitStatus=78$/m)
    expect(unit).toMatch(new RegExp(`^User=${name}$`, 'm'))
    expect(unit).not.toContain('DynamicUser')
  },
)

test('the nightly backup includes the identity secret and reports failures', () => {
  const unit = read('systemd/corroborate-backup.service')
  expect(unit).toMatch(/^OnFailure=corroborate-backup-failed\.service$/m)
  expect(unit).toMatch(/^Environment=IDENTITY_SECRET_FILE=%d\/identity-secret$/m)
  expect(read('systemd/corroborate-backup-failed.service')).toContain('[Service]')
})

test('proxies probe for shutdown rather than database readiness', () => {
  expect(read('compose/Caddyfile')).not.toContain('/health/ready')
  expect(read('compose/Caddyfile').match(/health_uri \/health\/serving/g)).toHaveLength(2)
})

test('install.sh installs data folders, every unit, the command, settings and secrets for root alone, and keeps what is there', () => {
  const root = mkdtempSync(join(tmpdir(), 'corroborate-install-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const install = () =>
    execFileSync('sh', [fileURLToPath(new URL('../deploy/systemd/install.sh', import.meta.url))], {
      env: { PATH: '/usr/bin:/bin', DESTDIR: root },
      encoding: 'utf8',
    })
  expect(install()).toContain('smtp-url')
  const units = readdirSync(new URL('../deploy/systemd', import.meta.url)).filter(name =>
    /\.(?:service|timer)$/.test(name),
  )
  expect(readdirSync(join(root, 'etc/systemd/system')).sort()).toEqual(units.sort())
  const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
  expect(modeOf('usr/local/bin/corroborate')).toBe('755')
  expect(['etc/corroborate/settings', 'etc/corroborate/secrets/identity-secret'].map(modeOf)).toEqual(['600', '600'])
  expect(['', '-site', '-identity', '-backups'].map(name => modeOf(`var/lib/corroborate${name}`))).toEqual(
    Array(4).fill('700'),
  )
  const secret = () => readFileSync(join(root, 'etc/corroborate/secrets/identity-secret'), 'utf8')
  const before = secret()
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  install()
  expect(secret()).toBe(before)
})

test.skipIf(process.getuid?.() !== 0)(
  'make-secrets.sh writes secrets that only their container reads, and takes another mail server',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'corroborate-secrets-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const script = join(root, 'make-secrets.sh')
    cpSync(new URL('../deploy/compose/make-secrets.sh', import.meta.url), script)
    const make = (...words: string[]) => execFileSync('sh', [script, ...words], { encoding: 'utf8', stdio: 'pipe' })
    expect(() => make()).toThrow('Name the mail server')
    make('smtp://one')
    const secrets = readdirSync(join(root, 'secrets'))
    expect(secrets).toHaveLength(6)
    const modes = secrets.map(name => statSync(join(root, 'secrets', name)).mode & 0o777)
    expect(new Set(modes)).toEqual(new Set([0o600]))
    expect(statSync(join(root, 'secrets/smtp-url')).uid).toBe(10_001)
    expect(statSync(join(root, 'secrets/database-password')).uid).toBe(999)
    const before = readFileSync(join(root, 'secrets/identity-secret'), 'utf8')
    expect(make('smtp://two')).toContain('smtp-url is replaced')
    expect(readFileSync(join(root, 'secrets/smtp-url'), 'utf8')).toBe('smtp://two')
    expect(make()).toContain('smtp-url is there already')
    expect(readFileSync(join(root, 'secrets/identity-secret'), 'utf8')).toBe(before)
  },
)
