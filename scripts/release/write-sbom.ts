import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runNpm } from '../run-npm.ts'
import { root } from './root.ts'

/** Packages included by the build rather than as packages: the fonts. */
const bakedIn = /^(?:@expo-google-fonts|@fontsource-variable)\//

type Component = { 'bom-ref': string; type: string; name: string; version: string; [field: string]: unknown }
type Sbom = {
  metadata: { component: Component; [field: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [field: string]: unknown
}

/**
 * Writes `sbom.cdx.json` into a release (CycloneDX): every package with its license and checksum according to npm, and the fonts. Omits
 * timestamp and serial number, so that the output is reproducible.
 */
export const writeSbom = async (folder: string): Promise<void> => {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const { serialNumber: _, metadata, ...sbom } = JSON.parse(await runNpm(words, folder)) as Sbom
  const { timestamp: __, ...rest } = metadata
  const fonts = await bakedInComponents()
  const whole = {
    ...sbom,
    // npm takes the name of the folder.
    metadata: { ...rest, component: { ...metadata.component, name: 'corroborate' } },
    components: [...sbom.components, ...fonts].map(withHash(await checksumsInLock())),
    dependencies: [...sbom.dependencies, ...fonts.map(font => ({ ref: font['bom-ref'], dependsOn: [] }))],
  }
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(whole, null, 2)}\n`)
}

/** The checksum of each package as the lockfile has it (Subresource Integrity), by name and version. */
const checksumsInLock = async (): Promise<Map<string, string>> => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; name?: string }>
  }
  return new Map(
    Object.entries(packages).flatMap(([path, { version, integrity, name }]) =>
      integrity === undefined ? [] : [[`${name ?? path.split('node_modules/').at(-1)}@${version}`, integrity]],
    ),
  )
}

/** npm knows no checksums where there is no lockfile, as in a release. */
const withHash =
  (checksums: ReadonlyMap<string, string>) =>
  (component: Component): Component => {
    const [algorithm, content] = checksums.get(component['bom-ref'])?.split('-') ?? []
    if (algorithm !== 'sha512' || content === undefined) return component
    return { ...component, hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }
  }

const bakedInComponents = async (): Promise<Component[]> => {
  const asked = await Promise.all(['.', 'site'].map(devDependenciesOf))
  return Promise.all(
    asked
      .flat()
      .filter(name => bakedIn.test(name))
      .sort()
      .map(componentOf),
  )
}

const devDependenciesOf = async (room: string): Promise<string[]> => {
  const manifest = await readFile(join(root, room, 'package.json'), 'utf8')
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> }
  return Object.keys(devDependencies)
}

const componentOf = async (name: string): Promise<Component> => {
  const { version, license } = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  }
}
