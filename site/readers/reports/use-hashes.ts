import { useCallback, useRef, useState } from 'react'
import type { FileHash } from './manifest.ts'

/** A file that is being hashed, or cannot be. */
export type Hashing = { name: string; size: number; done: number; failed: boolean }

/**
 * Hashes files one after the other and hands each over when it is done; `hash` gives their names. The code that hashes, and its worker, load when the first
 * file is chosen.
 */
export const useHashes = (add: (file: FileHash) => void) => {
  const [hashing, show] = useState<readonly Hashing[]>([])
  const stopping = useRef<AbortController | null>(null)
  const waiting = useRef<Promise<unknown>>(Promise.resolve())

  const hash = useCallback(
    (files: readonly File[]): string[] => {
      stopping.current ??= new AbortController()
      const stopped = stopping.current.signal
      const named = files.map(file => ({ file, name: file.webkitRelativePath || file.name }))
      const set = (name: string, part: Partial<Hashing>) =>
        show(all => all.map(each => (each.name === name ? { ...each, ...part } : each)))
      show(all => [
        ...all.filter(each => !named.some(({ name }) => name === each.name)),
        ...named.map(({ file, name }) => ({ name, size: file.size, done: 0, failed: false })),
      ])
      const run = async () => {
        const { hashFile } = await import('./hash-file.ts')
        for (const { file, name } of named) {
          if (stopped.aborted) return
          const sha256 = await hashFile(file, { stopped, onProgress: done => set(name, { done }) })
          if (stopped.aborted) return
          if (sha256 === null) set(name, { failed: true })
          else {
            show(all => all.filter(each => each.name !== name))
            add({ name, size: file.size, sha256 })
          }
        }
      }
      waiting.current = waiting.current.then(run).catch(() => undefined)
      return named.map(({ name }) => name)
    },
    [add],
  )

  const stop = useCallback(() => {
    stopping.current?.abort()
    stopping.current = null
    show([])
  }, [])

  return { hashing, hash, stop }
}
