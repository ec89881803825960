import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entries } from './entries.ts'
import type { FileHash } from './manifest.ts'
import { mostFiles } from './report.ts'
import { type Fingerprint, fingerprintOf } from './wizard-state.ts'

/** A file that is being hashed, or cannot be. */
export type Hashing = { name: string; size: number; done: number; failed: boolean }

/**
 * Hashes files one after the other and hands each over when it is done; `hash` gives their names. The code that hashes, and its worker, load when the first
 * file is chosen.
 */
const useHashes = (add: (file: FileHash) => void) => {
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

/** Files of a draft report, with their handlers. */
export type ReportFiles = {
  fingerprint: Fingerprint
  /** Files that are being read, or could not be. */
  hashing: readonly Hashing[]
  choose: (files: readonly File[]) => void
  remove: (name: string) => void
  /** Drops the unread files. */
  stop: () => void
  /** Sets the SHA-256 manually, which stops following the files until it is cleared. */
  typeHash: (sha256: string) => void
}

/**
 * Hashes a report's files independently of the wizard's step, and updates the SHA-256 until one is entered manually. Selected files are
 * `unread` in the entries until hashed, so that the draft includes them.
 */
export const useFingerprint = (entries: Entries, enter: (entries: Partial<Entries>) => void): ReportFiles => {
  const { files } = entries
  const latest = useRef(entries)
  latest.current = entries
  const change = useCallback(
    (part: Partial<Entries>) => {
      latest.current = { ...latest.current, ...part }
      enter(part)
    },
    [enter],
  )

  const readsHere = useRef(false)
  const add = useCallback(
    (file: FileHash) => {
      const { files, unread } = latest.current
      change({
        files: [...files.filter(({ name }) => name !== file.name), file].slice(0, mostFiles),
        unread: unread.filter(name => name !== file.name),
      })
    },
    [change],
  )
  const { hashing, hash, stop } = useHashes(add)
  const choose = (chosen: readonly File[]) => {
    readsHere.current = true
    const names = hash(chosen)
    change({ unread: [...new Set([...latest.current.unread, ...names])] })
  }

  const [own, setOwn] = useState(false)
  const [hashed, setHashed] = useState<readonly FileHash[] | null>(null)
  useEffect(() => {
    const isEmpty = files.length === 0 && (hashed === null || hashed.length === 0)
    if (isEmpty || files === hashed) return
    let isCurrent = true
    void import('./package-hash.ts').then(({ packageHash }) => {
      if (!isCurrent) return
      const before = packageHash(hashed ?? [])
      const made = packageHash(files)
      // The draft's hash differs from its files': it was entered manually.
      const isOwn =
        own || (!readsHere.current && made !== null && latest.current.sha256 !== '' && latest.current.sha256 !== made)
      setOwn(isOwn)
      setHashed(files)
      if (isOwn) return
      if (made !== null) change({ sha256: made })
      else if (latest.current.sha256 === before) change({ sha256: '' })
    })
    return () => {
      isCurrent = false
    }
  }, [files, hashed, own, change])

  const reading = hashing.filter(({ failed }) => !failed).map(({ name }) => name)
  return {
    fingerprint: fingerprintOf(entries, { reading, hashed: own ? files : hashed }),
    hashing: [...hashing, ...lostOf(entries, hashing)],
    choose,
    remove: name => change({ files: latest.current.files.filter(file => file.name !== name) }),
    stop: () => {
      stop()
      change({ unread: [] })
    },
    typeHash: typed => {
      setOwn(typed !== '')
      change({ sha256: typed })
    },
  }
}

/** Files that were being read when the page was left: they have to be chosen again. */
const lostOf = ({ unread }: Entries, hashing: readonly Hashing[]): Hashing[] =>
  unread
    .filter(name => !hashing.some(each => each.name === name))
    .map(name => ({ name, size: 0, done: 0, failed: true }))
