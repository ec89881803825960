/** A file of a package, as its reporter hashed it. */
export type FileHash = { name: string; size: number | null; sha256: string }

/**
 * Parses `sha256sum` output: a hash, two spaces (or a space and an asterisk), a name. Other lines become a hash without a name, so that
 * they are rejected rather than lost. There are no sizes.
 */
export const readManifest = (text: string): FileHash[] =>
  text
    .split(/\r?\n/)
    .filter(each => each.trim() !== '')
    .map(each => {
      const [, sha256 = each.trim(), name = ''] = /^\\?([\da-f]{64}) [ *](.+)$/i.exec(each.trim()) ?? []
      return { name, size: null, sha256 }
    })

/** Formats files as `sha256sum` output sorted by name, whose own hash represents all files. */
export const writeManifest = (files: readonly Pick<FileHash, 'name' | 'sha256'>[]): string =>
  files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('')
