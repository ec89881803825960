import process from 'node:process'

/** Manifest fields of a workspace that a release needs. */
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

/** Workspaces whose sources run directly in a release. */
export const roomsThatRun: readonly string[] = ['identity', 'server-kit', 'site', 'wire']

/** Also includes the widget's build output. */
export const workspacesOfRelease: readonly string[] = [...roomsThatRun, 'widget'].sort()

/** The build machine in npm's terms. Native packages are only for such machines. */
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
