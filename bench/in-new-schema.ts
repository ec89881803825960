import pg from 'pg'

const postgres = 'postgres://root@127.0.0.1:5432/test'

/** Runs `work` in a schema of its own, which is dropped afterwards; null without a PostgreSQL server. */
export const inNewSchema = async <R>(work: (url: string) => Promise<R>): Promise<R | null> => {
  const admin = new pg.Client({ connectionString: postgres, connectionTimeoutMillis: 2_000 })
  try {
    await admin.connect()
  } catch {
    return null
  }
  const schema = `bench_${process.pid}`
  const url = new URL(postgres)
  url.searchParams.set('options', `-c search_path=${schema}`)
  try {
    await admin.query(`create schema ${schema}`)
    return await work(url.href)
  } finally {
    await admin.query(`drop schema if exists ${schema} cascade`)
    await admin.end()
  }
}
