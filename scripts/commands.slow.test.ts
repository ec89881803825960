import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describeData } from '@corroborate/server-kit/database'
import { readSettings } from '@corroborate/server-kit/settings'
import { childEnvironment } from '@corroborate/server-kit/testing/server'
import { afterAll, describe, expect, test } from 'vitest'
import { runCli } from '../identity/operate/cli/index.ts'
import { commands as identityCommands } from '../identity/operate/commands/index.ts'
import { runProduct } from '../site/testing/index.ts'
import { installedCommands } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'corroborate-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newFolder = () => mkdtempSync(join(folder, 'case-'))

/** Arguments of each command. A new command needs a line. */
const words: Readonly<Record<string, readonly string[]>> = {
  identity: ['project', 'list'],
  money: ['reconcile'],
  'works:import': [join(folder, 'works.csv')],
  'known:sync': ['forrt'],
  dump: [join(folder, 'dump')],
  'dump:restore': [join(folder, 'none')],
  backup: [join(folder, 'backup.gz')],
  restore: [join(folder, 'none.gz')],
}
writeFileSync(join(folder, 'works.csv'), 'doi,title\n10.1000/1,A title\n')

type Ended = { code: number; out: string; err: string }

const run = (script: string, args: readonly string[], environment: Record<string, string>): Promise<Ended> =>
  new Promise(resolve => {
    execFile(process.execPath, [script, ...args], { env: { ...childEnvironment, ...environment } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

const scriptOf = (name: string) => join(import.meta.dirname, installedCommands[name]?.script ?? '')
const wrapper = join(import.meta.dirname, 'corroborate.ts')

test('the corroborate command covers every command of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const commands = Object.keys(installedCommands).filter(name => name !== 'healthy')
  for (const name of commands) expect(scripts[name]).toContain(join('scripts', installedCommands[name]?.script ?? ''))
  const acting = Object.entries<string>(scripts).flatMap(([name, line]) =>
    /^node (?:--\S+ )*(?:site\/app\/commands|identity\/cli|scripts\/(?:backup|restore)\.ts)/.test(line) ? [name] : [],
  )
  expect(acting.sort()).toEqual([...commands].sort())
  expect(Object.keys(words).sort()).toEqual([...commands].sort())
})

describe.each(Object.keys(words))('corroborate %s', name => {
  const args = words[name] ?? []

  test('a command without data fails with one message and creates no folder', async () => {
    const dataDir = join(newFolder(), 'data')
    const { code, out, err } = await run(scriptOf(name), args, { DATA_DIR: dataDir })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Data: [^\n]+\.\n[^\n]+\n$/)
    expect(err).toContain(dataDir)
    // A restore may create the folder that DATA_DIR names, also for a backup that turns out to be missing.
    if (!name.includes('restore')) expect(existsSync(dataDir)).toBe(false)
    expect(existsSync(join(dataDir, 'site.sqlite')) || existsSync(join(dataDir, 'identity.db'))).toBe(false)
  })

  test('a PostgreSQL database is named without its password', async () => {
    const address = (database: string) => `postgres://ada:hidden-word@127.0.0.1:1/${database}`
    const { code, err } = await run(scriptOf(name), args, {
      DATA_DIR: newFolder(),
      DATABASE_URL: address('site'),
      IDENTITY_DATABASE_URL: address('identity'),
    })
    expect(code).toBe(1)
    expect(err).toMatch(/^Data: (?:site|identity) in PostgreSQL 127\.0\.0\.1:1\/(?:site|identity)/)
    expect(err).not.toContain('hidden-word')
  })
})

test('every identity provider command fails without data', async () => {
  const dataDir = join(newFolder(), 'data')
  const wrong: string[] = []
  for (const { usage } of identityCommands) {
    const given = usage.split(' ').flatMap(word => (word.startsWith('[') ? [] : [word.startsWith('<') ? 'x' : word]))
    let err = ''
    const code = await runCli(given, () => readSettings({ DATA_DIR: dataDir }), {
      stdin: process.stdin,
      out: () => {},
      err: text => {
        err += text
      },
    })
    if (code !== 1 || !err.startsWith('There is no data of "identity"')) wrong.push(`${usage}: ${code} ${err}`)
  }
  expect(wrong).toEqual([])
  expect(existsSync(dataDir)).toBe(false)
})

test('several database locations are printed on one line', () => {
  expect(
    describeData([
      { name: 'site', file: '/var/lib/site.sqlite' },
      { name: 'identity', file: '', url: 'postgres://a:b@db.example.org/one?options=-c%20search_path%3Didentity' },
    ]),
  ).toBe('Data: site in SQLite /var/lib/site.sqlite; identity in PostgreSQL db.example.org/one (schema identity).\n')
})

describe.skipIf(process.getuid?.() !== 0)('the corroborate command, run by root', () => {
  /** An installation as install.sh leaves it: a unit, a settings file and secrets that root alone can read. */
  const install = (dataDir: string) => {
    const place = newFolder()
    chmodSync(folder, 0o755)
    chmodSync(place, 0o755)
    const secret = join(place, 'identity-secret')
    writeFileSync(secret, 's'.repeat(40), { mode: 0o600 })
    const settings = join(place, 'settings')
    writeFileSync(settings, '# names\nMAIL_FROM="Corroborate <no-reply@localhost>"\nLOG_LEVEL=error\n', { mode: 0o600 })
    const unit = join(place, 'corroborate.service')
    writeFileSync(
      unit,
      `[Service]\nUser=nobody\nEnvironment=DATA_DIR=/nowhere\nEnvironmentFile=${settings}\nLoadCredential=identity-secret:${secret}\nEnvironment=IDENTITY_SECRET_FILE=%d/identity-secret\n`,
    )
    mkdirSync(`${unit}.d`)
    writeFileSync(join(`${unit}.d`, 'data.conf'), `[Service]\nEnvironment="DATA_DIR=${dataDir}"\n`)
    return unit
  }

  test('run by root, the command uses the systemd unit’s user and settings, ignoring the caller’s environment', async () => {
    const dataDir = newFolder()
    const product = await runProduct(dataDir, { IDENTITY_SECRET: 's'.repeat(40) })
    await product.stop()
    const { uid } = statSync('/proc/self')
    expect(uid).toBe(0)
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
    const backups = newFolder()
    for (const path of [dataDir, backups]) spawnSync('chown', ['-R', 'nobody', path])
    chmodSync(dataDir, 0o700)
    const unit = install(dataDir)
    const other = { DATA_DIR: join(newFolder(), 'other'), DATABASE_URL: 'postgres://127.0.0.1:1/other' }
    const corroborate = (...args: string[]) => run(wrapper, ['--unit', unit, ...args], other)

    const listed = await corroborate('identity', 'project', 'list')
    expect([listed.code, listed.err]).toEqual([0, `Data: identity in SQLite ${dataDir}/identity.db.\n`])
    const backup = join(backups, '{weekday}.gz')
    const backedUp = await corroborate('backup', backup)
    expect(backedUp).toMatchObject({ code: 0, out: expect.stringContaining('opens with IDENTITY_SECRET only') })
    const [, file = ''] = / to (\S+) \(/.exec(backedUp.out) ?? []
    expect(file).toMatch(/\/\w+day\.gz$/)
    expect(statSync(file).uid).toBe(nobody)
    expect(statSync(join(dataDir, 'last-backup')).uid).toBe(nobody)
    expect(await corroborate('restore', file, '--replace')).toMatchObject({ code: 0 })
    expect(statSync(join(dataDir, 'site.sqlite')).uid).toBe(nobody)
    expect(existsSync(other.DATA_DIR)).toBe(false)
  })

  test('files restored by root belong to the owner of the data folder', async () => {
    const from = newFolder()
    const product = await runProduct(from)
    await product.stop()
    const file = join(newFolder(), 'backup.gz')
    await run(scriptOf('backup'), [file], { DATA_DIR: from })
    const dataDir = newFolder()
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
    chownSync(dataDir, nobody, nobody)
    expect(await run(scriptOf('restore'), [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    for (const name of ['site.sqlite', 'identity.db', 'identity.secret'])
      expect([name, statSync(join(dataDir, name)).uid]).toEqual([name, nobody])
  })
})
