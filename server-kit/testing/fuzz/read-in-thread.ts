import { workerData } from 'node:worker_threads'
import { answerRequests } from '../../worker-pool/index.ts'

/** The thread of a fuzzed reader: bytes in, what the reader makes of them thrown away. Its errors are answers. */
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
