import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { HashAnswer, HashQuestion } from './package-hash.ts'

// Hashes one file after the other, a piece at a time: however large a file is, only a piece of it is in memory.

type Scope = {
  addEventListener: (type: 'message', listener: (event: MessageEvent<HashQuestion>) => void) => void
  postMessage: (answer: HashAnswer) => void
}
const scope = self as unknown as Scope

/** Interval of progress messages, in bytes. */
const tellEvery = 4 * 1024 * 1024

scope.addEventListener('message', ({ data: { file } }) => void hashFile(file))

const hashFile = async (file: Blob): Promise<void> => {
  try {
    const hash = sha256.create()
    const reader = file.stream().getReader()
    let done = 0
    let told = 0
    for (;;) {
      const { value, done: isOver } = await reader.read()
      if (isOver) break
      hash.update(value)
      done += value.length
      if (done - told < tellEvery) continue
      told = done
      scope.postMessage({ kind: 'progress', done })
    }
    scope.postMessage({ kind: 'hashed', sha256: bytesToHex(hash.digest()) })
  } catch {
    scope.postMessage({ kind: 'failed' })
  }
}
