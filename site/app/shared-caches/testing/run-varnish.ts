import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@corroborate/server-kit/testing/server'

const run = promisify(execFile)

/** True if Debian's Varnish with the xkey module is installed. Debian names the folder after the architecture. */
export const hasVarnish =
  existsSync('/usr/sbin/varnishd') && globSync('/usr/lib/*/varnish/vmods/libvmod_xkey.so').length > 0

const ours = new URL('../../../../deploy/varnish/default.vcl', import.meta.url)

export type RunningVarnish = {
  origin: string
  /** Hits, misses and passes since the start. */
  counts: () => Promise<{ hits: number; misses: number; passes: number }>
  stop: () => Promise<void>
}

/** Port of Varnish, port of the site behind it, and an override of the TTL in s. */
type VarnishPlace = { port: number; sitePort: number; keptFor?: number }

/** Returns our published VCL for a site at this port. Earlier definitions of a subroutine run first. */
const vclFor = ({ sitePort, keptFor }: VarnishPlace): string => {
  const vcl = readFileSync(ours, 'utf8').replace('.port = "3000"', `.port = "${sitePort}"`)
  if (keptFor === undefined) return vcl
  return vcl.replace('sub vcl_backend_response', `sub vcl_backend_response { set beresp.ttl = ${keptFor}s; }\n$&`)
}

/** Runs Varnish with our published VCL in front of a site, with its working files in `folder`. */
export const runVarnish = async (folder: string, place: VarnishPlace): Promise<RunningVarnish> => {
  const work = join(folder, 'varnish')
  mkdirSync(work, { recursive: true })
  const vcl = join(folder, 'default.vcl')
  writeFileSync(vcl, vclFor(place))
  const admin = await freePort()
  const secret = join(folder, 'secret')
  writeFileSync(secret, crypto.randomUUID())
  const options = ['-F', '-j', 'none', '-n', work, '-a', `127.0.0.1:${place.port}`, '-f', vcl, '-s', 'malloc,64m']
  // A connection that a test keeps is not closed at the moment when it is used again.
  const patient = ['-p', 'timeout_idle=3600']
  const words = [...options, ...patient, '-T', `127.0.0.1:${admin}`, '-S', secret]
  const started = spawn('/usr/sbin/varnishd', words, { stdio: 'pipe' })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', text => (said += String(text)))
  const ended = new Promise<void>(resolve => started.once('exit', () => resolve()))
  const isUp = async (): Promise<boolean> => {
    const { stdout } = await run('varnishadm', ['-n', work, 'backend.list']).catch(() => ({ stdout: '' }))
    return stdout.includes('healthy')
  }
  while (!(await isUp())) {
    if (started.exitCode !== null) throw new Error(`Varnish did not start: ${said}`)
    await sleep(50)
  }
  return {
    origin: `http://127.0.0.1:${place.port}`,
    counts: async () => {
      const { stdout } = await run('varnishstat', ['-n', work, '-1', '-j'])
      const { counters } = JSON.parse(stdout) as { counters: Record<string, { value: number }> }
      const count = (name: string) => counters[`MAIN.${name}`]?.value ?? 0
      return { hits: count('cache_hit'), misses: count('cache_miss'), passes: count('s_pass') }
    },
    stop: async () => {
      started.kill('SIGTERM')
      await ended
    },
  }
}
