import pg from 'pg'

const server = 'postgres://root@127.0.0.1:5432/test'

export const noPostgres = 'No PostgreSQL on 127.0.0.1:5432.'

export type NewDatabase = {
  url: string
  /** The processes that serve connections to it now. */
  backends: () => Promise<number[]>
}

let made = 0

/** Runs `work` in a PostgreSQL database of its own, which is dropped afterwards; null without a server. */
export const inNewDatabase = async <R>(work: (database: NewDatabase) => Promise<R>): Promise<R | null> => {
  const admin = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  try {
    await admin.connect()
  } catch {
    return null
  }
  const name = `bench_${process.pid}_${made++}`
  const backends = async () => {
    const { rows } = await admin.query('select pid from pg_stat_activity where datname = $1', [name])
    return rows.map(({ pid }: { pid: number }) => pid)
  }
  try {
    await admin.query(`create database ${name}`)
    return await work({ url: new URL(`/${name}`, server).href, backends })
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
