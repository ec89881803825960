import { parentPort, workerData } from 'node:worker_threads'
import { type Block, parseBlock } from './parse-block.ts'

/** The thread behind `startParser`: blocks in, works out, in the same order. */
const port = parentPort
if (port === null) throw new Error('parse-worker.ts runs as a worker thread only')
port.on('message', (block: Block) => port.postMessage(parseBlock(block, workerData.source)))
