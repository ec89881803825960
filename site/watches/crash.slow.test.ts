import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as readAll } from 'node:stream/consumers'
import { openDatabase } from '@corroborate/server-kit/database'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../migrations.ts'
import { type RunningSite, runSite } from '../testing/index.ts'

const doi = '10.1000/crash.told'
const day = 24 * 3_600_000
const atOnce = 150
const inDigest = 100

/** A mail that the server has accepted. */
type Accepted = { id: string; to: string; things: string[] }

/** A real SMTP server; `onMail` is told of each mail before it is accepted (false: it never is), and `onAccepted` just after. */
const startMailServer = async () => {
  const accepted: Accepted[] = []
  const hooks = { onMail: (): boolean => true, onAccepted: (): void => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      // A client that is killed breaks off amid a mail.
      const mail = await readAll(stream).catch(() => null)
      if (mail === null || !hooks.onMail()) return
      accepted.push({
        id: /^Message-ID: (.+)$/im.exec(mail)?.[1]?.trim() ?? '',
        to: envelope.rcptTo.map(({ address }) => address).join(),
        things: [...mail.matchAll(/^\* (Retraction|Correction) /gm)].map(([, thing = '']) => thing).toSorted(),
      })
      done()
      hooks.onAccepted()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, accepted, hooks }
}

/** Puts a paper's watchers into the database, and what has happened to it. */
const fill = (db: DatabaseSync): void => {
  const now = Date.now()
  const account = db.prepare(
    'insert into accounts (user_id, name, email, mail_to, proved, created_at, updated_at) values (?, ?, ?, ?, 1, 0, 0)',
  )
  const watcher = db.prepare("insert into watchers (person, locale, frequencies) values (?, 'en', ?)")
  const watch = db.prepare('insert into watches (person, doi, since, seen_at) values (?, ?, 0, 0)')
  const activity = db.prepare(
    `insert into activity (id, key, doi, kind, at, date, by_name, label, path, noted_at, spread)
     values (?, ?, ?, ?, ?, '2026-11-20', 'Retraction Watch', ?, '/', ?, 0)`,
  )
  db.exec('begin immediate')
  for (let n = 0; n < atOnce + inDigest; n++) {
    const name = n < atOnce ? `now${n}` : `digest${n}`
    account.run(name, name, `${name}@example.org`, `${name}@example.org`)
    watcher.run(`user:${name}`, n < atOnce ? '{}' : '{"record":"daily"}')
    watch.run(`user:${name}`, doi)
  }
  activity.run('one', 'one', doi, 'retraction', now, 'Retraction', now - 1)
  activity.run('two', 'two', doi, 'correction', now, 'Correction', now)
  db.exec('commit')
}

test('kill -9 while a retraction is told: every watcher has the mail, at once or in a digest, and nobody has two; what the mail server had accepted just before may come again, as the same mail by its Message-ID', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-told-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const mail = await startMailServer()
  const start = () => runSite(dataDir, { SMTP_URL: mail.url, MAIL_FROM: 'papers@example.org' })
  const file = join(dataDir, siteDatabaseFile)
  await (await openDatabase({ file, migrations: siteMigrations, now: Date.now })).destroy()
  const db = new DatabaseSync(file, { timeout: 5_000 })
  onTestFinished(() => db.close())
  const count = (where: string) => Number(db.prepare(`select count(*) as n from news where ${where}`).get()?.n)
  /** So much time passes while the site is down: what it had taken for itself is free again, and what was planned is due. */
  const pass = (ms: number): void => {
    db.exec(`update outbox set due_at = due_at - ${ms}`)
    db.exec(`update news set due_at = due_at - ${ms}, held_until = held_until - ${ms}`)
  }
  fill(db)

  let kills = 0
  /** Runs the site until `arm` calls what it is given, which kills it. */
  const runUntilKilled = async (arm: (kill: () => void) => unknown): Promise<void> => {
    const site: RunningSite = await start()
    await new Promise<void>((resolve, reject) => {
      let killed = false
      const kill = (): void => {
        if (killed) return
        killed = true
        kills++
        site.kill().then(() => resolve(), reject)
      }
      arm(kill)
    })
    mail.hooks.onMail = () => true
    mail.hooks.onAccepted = () => {}
    pass(10 * 60_000)
  }
  const poll = (isReached: () => boolean, kill: () => void): void => {
    const timer = setInterval(() => {
      if (!isReached()) return
      clearInterval(timer)
      kill()
    }, 1)
  }
  const afterMails = (more: number, kill: () => void): void => {
    const goal = mail.accepted.length + more
    mail.hooks.onAccepted = () => mail.accepted.length >= goal && kill()
  }

  // While it is noted who is to be told.
  await runUntilKilled(kill => poll(() => count('true') > 0, kill))
  // Between the first mail and its acceptance.
  await runUntilKilled(kill => {
    mail.hooks.onMail = () => {
      kill()
      return false
    }
  })
  // Just after an acceptance, before the site has noted it.
  await runUntilKilled(kill => afterMails(20, kill))
  // The next morning: digests are due as well.
  pass(day)
  await runUntilKilled(kill => afterMails(40, kill))
  await runUntilKilled(kill => poll(() => count('told_at is not null') > 200, kill))
  const last = await start()
  await expect.poll(() => count('told_at is null'), { timeout: 60_000, interval: 20 }).toBe(0)
  expect(await last.stop()).toBe(0)

  const sent = Map.groupBy(mail.accepted, ({ id }) => id)
  const copies = [...sent.values()].filter(({ length }) => length > 1)
  for (const [one, ...others] of copies) for (const other of others) expect(other).toEqual(one)
  // Twenty mails are noted as sent by one transaction.
  expect(copies.length).toBeLessThanOrEqual(20 * kills)
  const told = [...sent.values()].map(([one]) => one as Accepted)
  const things = told.flatMap(({ to, things }) => things.map(thing => `${to} ${thing}`))
  expect(new Set(things).size, 'each thing is in one mail only').toBe(things.length)
  expect(things).toHaveLength(2 * (atOnce + inDigest))
  const digests = told.filter(({ to }) => to.startsWith('digest'))
  expect(digests).toHaveLength(inDigest)
}, 120_000)
