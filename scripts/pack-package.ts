import { join } from 'node:path'
import { runNpm } from './run-npm.ts'

/** A package as npm packed it. */
export type Packed = {
  name: string
  version: string
  /** The path of the archive. */
  file: string
  /** Sorted paths of the packed files. */
  files: readonly string[]
}

/** Packs the package of a folder (`npm pack`), which builds itself first, into another folder, which must be there. */
export const packPackage = async (folder: string, outDir: string): Promise<Packed> => {
  const printed = await runNpm(['pack', '--json', '--pack-destination', outDir], folder)
  const [{ name, version, filename, files }] = JSON.parse(printed) as [
    { name: string; version: string; filename: string; files: { path: string }[] },
  ]
  return { name, version, file: join(outDir, filename), files: files.map(({ path }) => path).sort() }
}
