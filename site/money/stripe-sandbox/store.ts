import { DatabaseSync } from 'node:sqlite'
import { damageError, findDamage } from '@corroborate/server-kit/database'
import { keepPrivate } from '@corroborate/server-kit/private-file'

/** Anything that Stripe's API has: it knows its id, its kind and its fields. */
export type StripeObject = { id: string; object: string; created: number } & Record<string, unknown>

export type StoredEvent = { seq: number; event: StripeObject; attempts: number }

/** Store of the sandbox's objects and events in its own file, so that started payments survive a restart. */
export const openSandboxStore = (file: string) => {
  // Tests keep it in memory.
  const finding = file === ':memory:' ? null : findDamage(file)
  if (finding !== null)
    throw damageError(file, finding, 'It contains sandbox payments only. Delete it to start a new sandbox.')
  if (file !== ':memory:') keepPrivate(file)
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 10000;
    create table if not exists objects (seq integer primary key, id text unique not null, kind text not null, json text not null);
    create table if not exists events
      (seq integer primary key, id text unique not null, json text not null, due_at integer, attempts integer not null default 0);
    create table if not exists answers (key text primary key, asked text not null, status integer not null, json text not null);
    create table if not exists secrets (name text primary key, value text not null);
  `)
  const put = db.prepare(
    'insert into objects (id, kind, json) values (?, ?, ?) on conflict (id) do update set json = excluded.json',
  )
  const parsed = (row: Record<string, unknown> | undefined): StripeObject | null =>
    row === undefined ? null : JSON.parse(String(row.json))

  /** Everything in it is kept, or nothing. */
  const together = <T>(work: () => T): T => {
    if (db.isTransaction) return work()
    db.exec('begin immediate')
    try {
      const result = work()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  return {
    together,
    put: (object: StripeObject) => void put.run(object.id, object.object, JSON.stringify(object)),
    get: (id: string) => parsed(db.prepare('select json from objects where id = ?').get(id)),
    /** All of a kind, the newest first. */
    all: (kind: string): StripeObject[] =>
      db
        .prepare('select json from objects where kind = ? order by seq desc')
        .all(kind)
        .flatMap(row => parsed(row) ?? []),
    putEvent: (event: StripeObject, dueAt: number | null) =>
      void db
        .prepare('insert into events (id, json, due_at) values (?, ?, ?)')
        .run(event.id, JSON.stringify(event), dueAt),
    events: (): StripeObject[] =>
      db
        .prepare('select json from events order by seq desc')
        .all()
        .flatMap(row => parsed(row) ?? []),
    dueEvents: (now: number): StoredEvent[] =>
      db
        .prepare('select seq, json, attempts from events where due_at <= ? order by due_at, seq limit 20')
        .all(now)
        .map(row => ({ seq: Number(row.seq), event: JSON.parse(String(row.json)), attempts: Number(row.attempts) })),
    /** Sets the next delivery time of an event; null if delivered. */
    noteDelivery: (seq: number, dueAt: number | null) =>
      void db.prepare('update events set due_at = ?, attempts = attempts + 1 where seq = ?').run(dueAt, seq),
    /** Redelivers events whose object references a payment. */
    sendAgain: (about: string, dueAt: number) =>
      void db.prepare('update events set due_at = ?, attempts = 0 where instr(json, ?) > 0').run(dueAt, about),
    answer: (key: string) => db.prepare('select asked, status, json from answers where key = ?').get(key),
    keepAnswer: (key: string, asked: string, status: number, json: string) =>
      void db
        .prepare('insert into answers (key, asked, status, json) values (?, ?, ?, ?)')
        .run(key, asked, status, json),
    /** A secret that is made once. */
    secret: (name: string, make: () => string): string => {
      db.prepare('insert into secrets (name, value) values (?, ?) on conflict do nothing').run(name, make())
      return String(db.prepare('select value from secrets where name = ?').get(name)?.value)
    },
    close: () => db.close(),
  }
}

export type SandboxStore = ReturnType<typeof openSandboxStore>
