import { createWorkerPool } from '../index.ts'
import type { TestRequest } from './worker.ts'

const script = new URL('./worker.ts', import.meta.url)
const pool = createWorkerPool<TestRequest, unknown>({ script, threads: 2, maxQueue: 9, timeout: 60_000 })
process.stdout.write(`${await pool.run({ do: 'echo', text: 'done' })}\n`)
