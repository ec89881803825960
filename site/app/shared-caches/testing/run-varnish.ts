import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@corroborate/server-kit/testing/server'

const run = promisify(execFile)

/** Whether this machine has Debian's Varnish with the module that purges by keys; Debian names the folder after the processor. */
export const hasVarnish =
  existsSync('/usr/sbin/varnishd') && globSync('/usr/lib/*/varnish/vmods/libvmod_xkey.so').length > 0

const ours = new URL('../../../../deploy/varnish/default.vcl', import.meta.url)

export type RunningVarnish = {
  origin: string
  /** How often it had what it was asked for, and how often it had to ask the site, since its start. */
  counts: () => Promise<{ hits: number; misses: number; passes: number }>
  stop: () => Promise<void>
}

/** Where it listens, the port of the site behind it, and for how long it keeps a page, in s, whatever the site says. */
type VarnishPlace = { port: number; sitePort: number; keptFor?: number }

/** The file that we hand out, for a site at this port. What is said first of a subroutine runs first. */
const vclFor = ({ sitePort, keptFor }: VarnishPlace): string => {
  const vcl = readFileSync(ours, 'utf8').replace('.port = "3000"', `.port = "${sitePort}"`)
  if (keptFor === undefined) return vcl
  return vcl.replace('sub vcl_backend_response', `sub vcl_backend_response { set beresp.ttl = ${keptFor}s; }\n$&`)
}

/** Runs Varnish with the file that we hand out, in front of a site, with what it writes in `folder`. */
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
