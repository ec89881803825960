import { parentPort, workerData } from 'node:worker_threads'
import type { Sought } from '../../paper/citations/index.ts'
import { type Block, parseBlock } from './parse-block.ts'

/** The thread behind `startParser`: blocks in, works out, in the same order. */
const port = parentPort
if (port === null) throw new Error('parse-worker.ts runs as a worker thread only')
let sought: Sought | null = null
port.on('message', (message: { block: Block } | { sought: Sought }) => {
  if ('sought' in message) sought = message.sought
  else port.postMessage(parseBlock(message.block, workerData.source, sought))
})
