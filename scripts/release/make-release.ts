import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '@corroborate/server-kit/version'
import { create } from 'tar'
import { assembleRelease } from './assemble-release.ts'
import { filesBelow, writeChecksums } from './checksums.ts'
import { writeSbom } from './write-sbom.ts'

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
