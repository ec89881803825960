import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'

const execute = promisify(execFile)

/** Runs a program and returns its output. @throws with its error output on failure */
const run = async (program: string, words: readonly string[], cwd?: string): Promise<string> => {
  const { stdout } = await execute(program, words, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
    ...(cwd && { cwd }),
  })
  return stdout.trim()
}

/** Images are kept as folders: that needs no kernel module, and works inside a container. */
export const buildah = (...words: readonly string[]): Promise<string> =>
  run('buildah', ['--storage-driver', 'vfs', ...words])

const baseTag = 'localhost/corroborate-base'
export const imageTag = 'localhost/corroborate'
const authorities = 'etc/ssl/certs/ca-certificates.crt'

/** Debian with nothing in it, made from its packages: for machines that reach Debian's mirrors and no registry of images. */
const makeBase = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-base-'))
  try {
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder])
    // The authorities that this machine trusts, of which one may be a proxy's own.
    copyFileSync(`/${authorities}`, join(folder, authorities))
    const container = await buildah('from', 'scratch')
    await buildah('add', '--quiet', container, folder, '/')
    await buildah('commit', '--quiet', '--rm', container, baseTag)
    return baseTag
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The base that is there already, or a new one. */
const baseAtHand = async (): Promise<string> => {
  const there = await buildah('images', '--quiet', baseTag).catch(() => '')
  return there === '' ? makeBase() : baseTag
}

/** Builds the image from a clean clone of the current commit. Returns its tag. */
export const buildImage = async (): Promise<string> => {
  const base = await baseAtHand()
  const place = mkdtempSync(join(tmpdir(), 'corroborate-clone-'))
  try {
    await run('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${root}`, place])
    const words = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`, '--tag', imageTag]
    await buildah('bud', '--quiet', ...words, '--file', join(place, 'Containerfile'), place)
    return imageTag
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
