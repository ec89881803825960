import { open } from 'node:fs/promises'
import type { Sink } from './sink.ts'

/** Appends lines to a file that its owner alone may read. It may be moved away at any time: the next lines make it anew. */
export const fileSink = (file: string): Sink => ({
  place: `file ${file}`,
  send: async lines => {
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.appendFile(lines.map(({ text }) => `${text}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
})
