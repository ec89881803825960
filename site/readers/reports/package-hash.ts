import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type FileHash, writeManifest } from './manifest.ts'

/** Messages between the page and the hashing worker. */
export type HashQuestion = { file: Blob }

export type HashAnswer =
  /** So many bytes are read. */
  | { kind: 'progress'; done: number }
  | { kind: 'hashed'; sha256: string }
  /** The file cannot be read: it was moved, or changed, since it was chosen. */
  | { kind: 'failed' }

/** The one hash that stands for a package: that of its file, or of its files' manifest; null for none. */
export const packageHash = (files: readonly FileHash[]): string | null => {
  const [first] = files
  if (first === undefined) return null
  return files.length === 1 ? first.sha256 : bytesToHex(sha256(utf8ToBytes(writeManifest(files))))
}
