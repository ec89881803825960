import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import process from 'node:process'
import { stampFile, stampOfRelease } from '@corroborate/server-kit/build'
import { version } from '@corroborate/server-kit/version'
import { create } from 'tar'
import { type Packed, packPackage } from '../pack-package.ts'
import { runNpm } from '../run-npm.ts'
import { root } from './root.ts'
import { writeSbom } from './write-sbom.ts'

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

/** Manifest fields of a workspace that a release needs. */
type Manifest = {
  name: string
  version: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  [field: string]: unknown
}

/** The commands of a release: those that neither build nor test. */
const commands = [
  'start',
  'works:import',
  'known:sync',
  'dump',
  'dump:restore',
  'identity',
  'money',
  'backup',
  'restore',
] as const

/** Workspaces whose sources run directly in a release. */
const roomsThatRun: readonly string[] = ['identity', 'server-kit', 'site', 'wire']

/** Also includes the widget's build output. */
const workspacesOfRelease: readonly string[] = [...roomsThatRun, 'widget'].sort()

/** The build machine in npm's terms. Native packages are only for such machines. */
const thisMachine = () => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return { os: [process.platform], cpu: [process.arch], ...(process.platform === 'linux' && { libc: [libc] }) }
}

/** The manifest at the root of a release, from the one of the repository. */
const releaseManifest = (
  { name, version, description, license, type, engines, scripts = {} }: Manifest,
  machine: ReturnType<typeof thisMachine>,
): Manifest => ({
  name,
  version,
  private: true,
  description,
  license,
  type,
  engines,
  ...machine,
  workspaces: workspacesOfRelease,
  scripts: Object.fromEntries(commands.map(command => [command, scripts[command] ?? ''])),
})

/** The manifest of a room in a release: nothing that is for development. */
const roomManifest = ({ devDependencies: _, ...manifest }: Manifest): Manifest => manifest

/**
 * Lists the folders of all production dependencies of the servers as `npm ci --omit=dev` would leave them, relative to the root. Reads the
 * installation; fetches nothing.
 */
const productionPackages = async (): Promise<string[]> => {
  const words = ['ls', '--omit=dev', '--all', '--parseable', ...roomsThatRun.flatMap(room => ['--workspace', room])]
  const folders = (await runNpm(words, root)).split('\n').map(folder => relative(root, folder).replaceAll('\\', '/'))
  return [...new Set(folders)]
    .filter(folder => folder.includes('node_modules/') && !folder.startsWith('node_modules/@corroborate/'))
    .sort()
}

/** Scripts included in a release. */
const scripts = [
  'backup',
  'commands',
  'corroborate',
  'greeting',
  'healthy',
  'or-say-why',
  'product-databases',
  'restore',
  'start',
  'start-identity',
]

/** Widget files that the servers need to check its build. */
const widget = ['build-if-changed.ts', 'dist.ts', 'package.json']

const others = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'start.mjs']

/** Excluded: tests, browser sources and build scripts. */
const staysHere =
  /\.(?:test|d)\.ts$|\/(?:testing|conformance|browser|analytics)\/|\/use-[^/]+\.ts$|\/(?:vite\.config|run-build|build|build-fonts|named-markup|dev-renderer)\.ts$/

const find = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: path => /(?:^|\/)(?:node_modules|dist)$/.test(path) }).map(path =>
    path.replaceAll('\\', '/'),
  )

/** Lists the repository's files in a release, as sorted paths from its root, without build output. */
const shippedFiles = (): string[] =>
  [
    ...find(roomsThatRun.flatMap(room => [`${room}/**/*.ts`, `${room}/package.json`])).filter(
      file => !staysHere.test(file),
    ),
    ...find(['site/finding/starter-corpus/*.{csv,jsonl}', 'server-kit/page/fonts/*.LICENSE.txt']),
    ...find(['docs/**/*.{md,html,png}', 'deploy/**/*.*']),
    ...scripts.map(name => `scripts/${name}.ts`),
    ...widget.map(name => `widget/${name}`),
    ...others,
  ].sort()

/** The folders that the builds leave, each of which a release holds as a whole. */
const builtFolders: readonly string[] = ['identity/dist', 'site/dist', 'widget/dist']

const readManifest = async (file: string): Promise<Manifest> => JSON.parse(await readFile(file, 'utf8'))

const writeManifest = (file: string, manifest: Manifest): Promise<void> =>
  writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`)

/**
 * Assembles a release in an empty folder from the local build and installation: sources that run directly, build output, and the servers'
 * dependencies, for machines like this one. Fetches nothing.
 */
const assembleRelease = async (folder: string): Promise<void> => {
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

/** The time of every file in the archive, so that the same files make the same archive. */
const timeOfFiles = new Date(Date.UTC(2000, 0, 1))

/**
 * Creates `corroborate-VERSION.tar.gz` in a folder from the local build. It contains one folder, `corroborate-VERSION`, which needs only
 * Node. Returns the archive's path.
 */
export const makeRelease = async (outDir: string): Promise<string> => {
  const name = `corroborate-${version}`
  const work = await mkdtemp(join(tmpdir(), 'corroborate-release-'))
  try {
    const folder = join(work, name)
    await mkdir(folder)
    await assembleRelease(folder)
    await writeSbom(folder)
    await writeChecksums(folder, await filesBelow(folder), 'SHA256SUMS')
    await mkdir(outDir, { recursive: true })
    const part = join(outDir, `${name}.tar.gz.part`)
    await create({ cwd: work, file: part, gzip: true, portable: true, mtime: timeOfFiles }, [name])
    const archive = join(outDir, `${name}.tar.gz`)
    await rename(part, archive)
    return archive
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

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
