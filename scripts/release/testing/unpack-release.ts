import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import { buildIdentityIfChanged } from '../../../identity/build-if-changed.ts'
import { buildSiteIfChanged } from '../../../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../../../widget/build-if-changed.ts'
import { makeRelease } from '../pack-packages.ts'

export type UnpackedRelease = {
  /** The folder that was in the archive. */
  folder: string
  archive: string
  /** Environment of a clean machine: no settings and an empty home. */
  environment: Record<string, string>
}

/** Creates a release and unpacks it in an empty folder, as on a clean machine. */
export const unpackRelease = async (): Promise<UnpackedRelease> => {
  await buildWidgetIfChanged()
  await buildSiteIfChanged()
  await buildIdentityIfChanged()
  const place = await mkdtemp(join(tmpdir(), 'released-'))
  const archive = await makeRelease(place)
  const [into, home] = [join(place, 'unpacked'), join(place, 'home')]
  await mkdir(into)
  await mkdir(home)
  await extract({ file: archive, cwd: into })
  const [name = ''] = await readdir(into)
  return { folder: join(into, name), archive, environment: { HOME: home, PATH: '/nowhere' } }
}
