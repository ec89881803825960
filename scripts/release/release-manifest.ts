import process from 'node:process'

/** What npm is told of a room, as far as a release needs it. */
export type Manifest = {
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

/** The rooms whose sources run in a release as they are. */
export const roomsThatRun: readonly string[] = ['identity', 'server-kit', 'site', 'wire']

/** Beside those, the widget: what was built of it. */
export const workspacesOfRelease: readonly string[] = [...roomsThatRun, 'widget'].sort()

/** The machine that a release is made on, in npm's words; packages with machine code are for such machines only. */
export const thisMachine = () => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return { os: [process.platform], cpu: [process.arch], ...(process.platform === 'linux' && { libc: [libc] }) }
}

/** The manifest at the root of a release, from the one of the repository. */
export const releaseManifest = (
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
export const roomManifest = ({ devDependencies: _, ...manifest }: Manifest): Manifest => manifest
