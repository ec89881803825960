import { workerData } from 'node:worker_threads'
import { answerRequests } from '../../worker-pool/index.ts'

/** Worker thread of a fuzzed parser: takes bytes and discards the result. Errors count as responses. */
const { module, name } = workerData as { module: string; name: string }
const read = (await import(module))[name] as (bytes: Uint8Array) => unknown

answerRequests(async (bytes: Uint8Array) => {
  try {
    await read(bytes)
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
})
