/** A file of a package, as its reporter hashed it. */
export type FileHash = { name: string; size: number | null; sha256: string }

/**
 * Reads what `sha256sum` writes: a hash, two spaces (or a space and a star), a name; a line that is none of that is taken for a
 * hash without a name, so that it is refused and not lost. Sizes are not told there.
 */
export const readManifest = (text: string): FileHash[] =>
  text
    .split(/\r?\n/)
    .filter(each => each.trim() !== '')
    .map(each => {
      const [, sha256 = each.trim(), name = ''] = /^\\?([\da-f]{64}) [ *](.+)$/i.exec(each.trim()) ?? []
      return { name, size: null, sha256 }
    })

/** The same the other way, in the order of the names: the text whose own hash stands for all files together. */
export const writeManifest = (files: readonly Pick<FileHash, 'name' | 'sha256'>[]): string =>
  files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('')
