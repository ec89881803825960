import { Worker } from 'node:worker_threads'
import type { Sought } from '../../paper/citations/index.ts'
import type { Work } from '../../paper/works-index/index.ts'
import { type Block, type ParsedBlock, parseBlock } from './parse-block.ts'

/** Turns blocks of lines into works. Answers come in the order of the blocks. */
export type Parser = {
  /** Sets the retracted papers to look for in subsequent blocks. */
  seek(sought: Sought): void
  parse(block: Block): Promise<ParsedBlock>
  close(): Promise<void>
}

/** Parses on this thread: nothing to start, right for small files. */
export const parserHere = (source: Work['source']): Parser => {
  let now: Sought | null = null
  return {
    seek(sought) {
      now = sought
    },
    parse: async block => parseBlock(block, source, now),
    close: async () => {},
  }
}

/** Parses on another thread while this one writes. The bytes of a block are handed over, not copied: do not touch them again. */
export const startParser = (source: Work['source']): Parser => {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: { source },
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  })
  const waiting: { resolve: (parsed: ParsedBlock) => void; reject: (error: Error) => void }[] = []
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('message', (parsed: ParsedBlock) => waiting.shift()?.resolve(parsed))
  worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => fail(new Error('The parser thread exited.')))
  return {
    seek: sought => worker.postMessage({ sought }),
    parse: block =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure)
        waiting.push({ resolve, reject })
        worker.postMessage({ block }, [block.bytes.buffer as ArrayBuffer])
      }),
    async close() {
      failure ??= new Error('The parser is closed.')
      await worker.terminate()
    },
  }
}
