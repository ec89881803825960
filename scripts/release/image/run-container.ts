import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildah } from './build-image.ts'

/** Runtime configuration of an image. */
type ImageConfig = {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  StopSignal: string
  Healthcheck: { Test: string[] }
}

export type Container = {
  /** The process id of its server, on this machine. */
  pid: number
  /** Returns its output so far. */
  printed: () => string
  /** Runs a program in it, as its health check is; resolves with the exit code. */
  run: (words: readonly string[]) => Promise<number>
  /** Ends it (SIGKILL), as a crash would, where it has not ended. */
  kill: () => Promise<void>
  /** Sends the signal that the image names, and waits for the exit code. */
  stop: () => Promise<number | null>
}

const runInRoot = join(import.meta.dirname, 'run-in-root.sh')

/**
 * Containers of an image over one volume, as an engine runs them: processes and files of their own, a root that is read-only, the
 * image's user, no new rights, and nothing to write to but the volume. They share this machine's network. Linux' own tools do
 * it, so that it works where no engine does.
 */
export const openContainers = async (image: string) => {
  const inspected = await buildah('inspect', '--type', 'image', image)
  const { config } = (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker
  const working = await buildah('from', image)
  const rootfs = await buildah('mount', working)
  const place = mkdtempSync(join(tmpdir(), 'corroborate-container-'))
  const volume = join(place, 'volume')
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  // As an engine makes a new volume: it has the owner of the folder in the image.
  mkdirSync(volume, { mode: 0o700 })
  chownSync(volume, uid, gid)
  const started: Container[] = []
  const ofImage: Record<string, string> = Object.fromEntries(config.Env.map(pair => pair.split(/=(.*)/s)))

  const start = async (environment: Readonly<Record<string, string>>, words = config.Cmd): Promise<Container> => {
    const env = { ...ofImage, ...environment }
    const program = [...config.Entrypoint, ...words]
    // The image's environment is only for its own programs; tools use the machine's.
    const outside = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
    const inside = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const where = [rootfs, volume, config.User, config.WorkingDir]
    const child = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', runInRoot, ...where, '-i', ...inside, ...program],
      { env: outside, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const container = await follow(child, config, inside)
    started.push(container)
    return container
  }

  return {
    config,
    start,
    close: async () => {
      // Those that a test left running when it failed.
      for (const container of started) await container.kill()
      await buildah('umount', working)
      await buildah('rm', working)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Waits until a server in the container reports its address. @throws with its output if it exits before */
const follow = async (child: ChildProcess, config: ImageConfig, env: readonly string[]): Promise<Container> => {
  const printed: string[] = []
  child.stdout?.on('data', chunk => printed.push(String(chunk)))
  child.stderr?.on('data', chunk => printed.push(String(chunk)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<void>(resolve => {
    child.stdout?.on('data', () => /http:\/\/localhost:\d+/.test(printed.join('')) && resolve())
  })
  const failed = ended.then(code => {
    throw new Error(`The container ended with ${code}:\n${printed.join('')}`)
  })
  await Promise.race([ready, failed])
  failed.catch(() => {})
  const parent = String(child.pid)
  const pid = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8'))
  const [uid = '', gid = ''] = config.User.split(':')
  const intoIt = ['--target', String(pid), '--mount', '--pid', '--root', '--wd', '--setuid', uid, '--setgid', gid]
  return {
    pid,
    printed: () => printed.join(''),
    run: async words => {
      const inside = spawn('nsenter', [...intoIt, '--', '/usr/bin/env', '-i', ...env, ...words], { stdio: 'ignore' })
      const [code] = await once(inside, 'exit')
      return code as number
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
      await ended
    },
    stop: async () => {
      process.kill(pid, config.StopSignal as NodeJS.Signals)
      return ended
    },
  }
}
