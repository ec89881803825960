import type { HashAnswer, HashQuestion } from './package-hash.ts'

/**
 * The SHA-256 of a file, computed on this device in a thread of its own; null when it cannot be read, or `stopped` before it was
 * done. `onProgress` hears how many bytes are read.
 */
export const hashFile = (
  file: Blob,
  { onProgress, stopped }: { onProgress: (done: number) => void; stopped: AbortSignal },
): Promise<string | null> =>
  new Promise(resolve => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
    const end = (sha256: string | null) => {
      worker.terminate()
      resolve(sha256)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
      if (data.kind === 'progress') onProgress(data.done)
      else end(data.kind === 'hashed' ? data.sha256 : null)
    })
    worker.addEventListener('error', () => end(null))
    stopped.addEventListener('abort', () => end(null))
    worker.postMessage({ file } satisfies HashQuestion)
  })
