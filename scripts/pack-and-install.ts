import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPackage } from './pack-package.ts'
import { runNpm } from './run-npm.ts'

/** An installed package: its installation folder and its files. */
export type Installed = { folder: string; files: readonly string[] }

/**
 * Packs a room of this repository (`npm pack`) and installs the package into an empty folder, without a network: a package
 * that needs another one fails. For tests.
 * @param inFolder where the folder is made
 */
export const packAndInstall = async (room: string, inFolder: string): Promise<Installed> => {
  const folder = mkdtempSync(join(inFolder, `${room}-`))
  const packed = join(folder, 'packed')
  const user = join(folder, 'user')
  mkdirSync(packed)
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{"private": true}')
  const { file, files } = await packPackage(join(import.meta.dirname, '..', room), packed)
  await runNpm(['install', '--offline', '--no-audit', '--no-fund', file], user)
  return { folder: user, files }
}
