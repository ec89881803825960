import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Packed, packPackage } from '../pack-package.ts'
import { root } from './root.ts'

/** A packed package with the path of its manifest. */
export type PackedPackage = Packed & { manifest: string }

/** Folders with manifests of publishable packages. */
const folders = ['cli', 'embed', 'wire/package', 'widget/package']

/** Packs every package of this repository that others can install, into a folder. Each builds itself first. */
export const packPackages = async (outDir: string): Promise<PackedPackage[]> => {
  await mkdir(outDir, { recursive: true })
  const packed: PackedPackage[] = []
  for (const folder of folders) {
    packed.push({ ...(await packPackage(join(root, folder), outDir)), manifest: join(root, folder, 'package.json') })
  }
  return packed
}
