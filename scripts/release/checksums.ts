import { hash } from 'node:crypto'
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The files below a folder, as paths from it, sorted; without links. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** SHA-256 of a file, hexadecimal. */
export const checksumOf = async (file: string): Promise<string> => hash('sha256', await readFile(file), 'hex')

/** Writes a file of checksums of some files of a folder, as `sha256sum --check` reads it. */
export const writeChecksums = async (folder: string, files: readonly string[], to: string): Promise<void> => {
  const lines: string[] = []
  for (const file of files) {
    if (!(await lstat(join(folder, file))).isFile()) throw new TypeError(`${file} is no file.`)
    lines.push(`${await checksumOf(join(folder, file))}  ${file}\n`)
  }
  await writeFile(join(folder, to), lines.join(''))
}
