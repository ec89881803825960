import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@corroborate/server-kit/testing/server'

/** Whether this machine has Debian's Varnish with the module that purges by keys. */
export const hasVarnish =
  existsSync('/usr/sbin/varnishd') && existsSync('/usr/lib/x86_64-linux-gnu/varnish/vmods/libvmod_xkey.so')

const ours = new URL('../../../../deploy/varnish/default.vcl', import.meta.url)

export type RunningVarnish = { origin: string; stop: () => Promise<void> }

/** Runs Varnish with the file that we hand out, in front of a site at `sitePort`, with what it writes in `folder`. */
export const runVarnish = async (folder: string, port: number, sitePort: number): Promise<RunningVarnish> => {
  const work = join(folder, 'varnish')
  mkdirSync(work)
  const vcl = join(folder, 'default.vcl')
  writeFileSync(vcl, readFileSync(ours, 'utf8').replace('.port = "3000"', `.port = "${sitePort}"`))
  const admin = await freePort()
  const secret = join(folder, 'secret')
  writeFileSync(secret, crypto.randomUUID())
  const options = ['-F', '-j', 'none', '-n', work, '-a', `127.0.0.1:${port}`, '-f', vcl, '-s', 'malloc,64m']
  const started = spawn('/usr/sbin/varnishd', [...options, '-T', `127.0.0.1:${admin}`, '-S', secret], { stdio: 'pipe' })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', text => (said += String(text)))
  const ended = new Promise<void>(resolve => started.once('exit', () => resolve()))
  const isUp = async (): Promise<boolean> => {
    const args = ['-n', work, 'backend.list']
    const { stdout } = await promisify(execFile)('varnishadm', args).catch(() => ({ stdout: '' }))
    return stdout.includes('healthy')
  }
  while (!(await isUp())) if (started.exitCode !== null) throw new Error(`Varnish did not start: ${said}`)
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      started.kill('SIGTERM')
      await ended
    },
  }
}
