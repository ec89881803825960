import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { stampFile, stampOfRelease } from '@corroborate/server-kit/build'
import { filesBelow } from './checksums.ts'
import { productionPackages } from './production-packages.ts'
import { type Manifest, releaseManifest, roomManifest, thisMachine, workspacesOfRelease } from './release-manifest.ts'
import { root } from './root.ts'
import { builtFolders, shippedFiles } from './shipped-files.ts'

const readManifest = async (file: string): Promise<Manifest> => JSON.parse(await readFile(file, 'utf8'))

const writeManifest = (file: string, manifest: Manifest): Promise<void> =>
  writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`)

/**
 * Assembles a release in an empty folder from the local build and installation: sources that run directly, build output, and the servers'
 * dependencies, for machines like this one. Fetches nothing.
 */
export const assembleRelease = async (folder: string): Promise<void> => {
  for (const file of shippedFiles()) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(root, file), join(folder, file))
  }
  for (const built of builtFolders) await copyBuilt(built, folder)
  for (const name of await productionPackages()) await copyPackage(name, folder)
  await linkRooms(folder)

  await cp(join(import.meta.dirname, 'readme-of-release.md'), join(folder, 'README.md'))

  await writeManifest(
    join(folder, 'package.json'),
    releaseManifest(await readManifest(join(root, 'package.json')), thisMachine()),
  )
  for (const room of workspacesOfRelease) {
    const file = join(folder, room, 'package.json')
    await writeManifest(file, roomManifest(await readManifest(file)))
  }
}

/** A folder that was built, with a note that it belongs to a release: there it is never built again. */
const copyBuilt = async (built: string, folder: string): Promise<void> => {
  await cp(join(root, built), join(folder, built), { recursive: true })
  const stamps = (await filesBelow(join(folder, built))).filter(file => basename(file) === stampFile)
  for (const stamp of stamps) await writeFile(join(folder, built, stamp), stampOfRelease)
}

/** A package without those inside it: each that is needed is in the list itself. */
const copyPackage = (name: string, folder: string): Promise<void> =>
  cp(join(root, name), join(folder, name), {
    recursive: true,
    filter: source => basename(source) !== 'node_modules',
  })

/** As npm does it: our rooms are packages by a link, so that Node strips the types of their sources. */
const linkRooms = async (folder: string): Promise<void> => {
  const scope = join(folder, 'node_modules/@corroborate')
  await mkdir(scope, { recursive: true })
  for (const room of workspacesOfRelease) await symlink(relative(scope, join(folder, room)), join(scope, room), 'dir')
}
