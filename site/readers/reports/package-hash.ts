import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type FileHash, writeManifest } from './manifest.ts'

/** The one hash that stands for a package: that of its file, or of its files' manifest; null for none. */
export const packageHash = (files: readonly FileHash[]): string | null => {
  const [first] = files
  if (first === undefined) return null
  return files.length === 1 ? first.sha256 : bytesToHex(sha256(utf8ToBytes(writeManifest(files))))
}
