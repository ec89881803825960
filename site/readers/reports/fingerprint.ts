import type { Entries } from './entries.ts'
import type { FileHash } from './manifest.ts'

/** State of the files' fingerprint in the wizard. */
export type Fingerprint =
  | { kind: 'none' }
  /** Files are being read, or their common hash is being made. */
  | { kind: 'pending'; names: readonly string[] }
  /** Files were chosen and could not be read to their end, or the page was left meanwhile. */
  | { kind: 'failed'; names: readonly string[] }
  | { kind: 'done'; sha256: string }

/** `reading`: names of the files currently being hashed. `hashed`: files whose combined hash is in the entries. */
export const fingerprintOf = (
  { files, unread, sha256 }: Entries,
  { reading, hashed }: { reading: readonly string[]; hashed: readonly FileHash[] | null },
): Fingerprint => {
  const names = unread.filter(name => reading.includes(name))
  if (names.length > 0) return { kind: 'pending', names }
  if (unread.length > 0) return { kind: 'failed', names: unread }
  if (files.length === 0) return { kind: 'none' }
  return files === hashed ? { kind: 'done', sha256 } : { kind: 'pending', names: [] }
}

export const fingerprintInWords = (fingerprint: Fingerprint): string => {
  switch (fingerprint.kind) {
    case 'none':
      return 'None, since no files were chosen. Others cannot check whether their files match.'
    case 'pending':
      return fingerprint.names.length === 0
        ? 'Computing'
        : `Computing: ${fingerprint.names.join(', ')} ${fingerprint.names.length === 1 ? 'is' : 'are'} still being read`
    case 'failed':
      return `Incomplete: ${unreadInWords(fingerprint.names)}`
    case 'done':
      return fingerprint.sha256
  }
}

export const unreadInWords = (names: readonly string[]): string =>
  `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} not read to the end`
