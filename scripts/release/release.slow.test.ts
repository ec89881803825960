import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { version } from '@corroborate/server-kit/version'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../site/testing/index.ts'
import { importsOf } from '../import-rules/imports.ts'
import { checksumOf, filesBelow } from './pack-packages.ts'
import { personOf, type UnpackedRelease, unpackRelease } from './testing/index.ts'

const run = promisify(execFile)
let release: UnpackedRelease

beforeAll(async () => {
  release = await unpackRelease()
})

const inRelease = (...path: string[]): string => join(release.folder, ...path)

describe('release contents', () => {
  test('the release contains no tests, unbuilt browser code, development packages or Node', async () => {
    const files = await filesBelow(release.folder)
    const ours = files.filter(file => !file.startsWith('node_modules/'))
    expect(ours.filter(file => /\.test\.|\/testing\/|\.tsx$|\.css$/.test(file) && !file.includes('/dist/'))).toEqual([])
    expect(files.filter(file => /^node_modules\/(?:vite|typescript|vitest|node-[^/]+)\//.test(file))).toEqual([])
    expect(ours.filter(file => /(?:^|\/)(?:\.env|data)(?:\/|$)/.test(file))).toEqual([])
  })

  test('the release contains its fonts’ licenses', async () => {
    const files = await filesBelow(release.folder)
    for (const font of ['inter', 'source-serif-4']) expect(files).toContain(`server-kit/page/fonts/${font}.LICENSE.txt`)
  })

  test('the release contains every file and package its sources import', async () => {
    const sources = globSync('{identity,scripts,server-kit,site,widget,wire}/**/*.ts', {
      cwd: release.folder,
      exclude: path => /(?:^|\/)(?:node_modules|dist)$/.test(path),
    })
    expect(sources.length).toBeGreaterThan(900)
    const missing = sources.flatMap(file => {
      const source = readFileSync(inRelease(file), 'utf8')
      const own = importsOf(file, source)
        .filter(({ name, typeOnly }) => name === null && !typeOnly)
        .filter(({ to }) => !existsSync(inRelease(to)))
      const others = [...source.matchAll(/^(?:import|export) (?!type\b)[^'";]*?from '([^.'][^']*)'/gm)]
        .map(([, from = '']) => from)
        .filter(from => !isBuiltin(from) && !packageIsThere(file, from))
      return [...own.map(({ to }) => `${file}: ${to}`), ...others.map(from => `${file}: ${from}`)]
    })
    expect(missing).toEqual([])
  })

  const packageIsThere = (file: string, from: string): boolean => {
    const name = from.split('/').slice(0, from.startsWith('@') ? 2 : 1)
    const [room = ''] = file.split('/')
    return [inRelease('node_modules', ...name), inRelease(room, 'node_modules', ...name)].some(existsSync)
  }

  test('the release contains a correct checksum of every other file', async () => {
    const lines = (await readFile(inRelease('SHA256SUMS'), 'utf8')).trim().split('\n')
    const named = new Map(lines.map(line => [line.slice(66), line.slice(0, 64)]))
    const files = (await filesBelow(release.folder)).filter(file => file !== 'SHA256SUMS')
    expect([...named.keys()].sort()).toEqual(files)
    const wrong: string[] = []
    for (const file of files) if ((await checksumOf(inRelease(file))) !== named.get(file)) wrong.push(file)
    expect(wrong).toEqual([])
  })

  test('the release contains a CycloneDX bill of materials with licenses, including fonts', async () => {
    const sbom = JSON.parse(await readFile(inRelease('sbom.cdx.json'), 'utf8'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', name: 'corroborate', version } },
    })
    const listed = new Set(sbom.components.map((one: { purl: string }) => decodeURIComponent(one.purl)))
    const manifests = globSync('{,*/}node_modules/{*,@*/*}/package.json', { cwd: release.folder })
    const held = manifests.map(file => JSON.parse(readFileSync(inRelease(file), 'utf8')))
    expect(held.length).toBeGreaterThan(150)
    expect(held.map(one => `pkg:npm/${one.name}@${one.version}`).filter(purl => !listed.has(purl))).toEqual([])
    const ofOthers = sbom.components.filter((one: { purl: string }) => !one.purl.includes('%40corroborate'))
    expect(ofOthers.filter((one: { licenses?: unknown }) => one.licenses === undefined)).toEqual([])
    expect(ofOthers.filter((one: { hashes?: unknown }) => one.hashes === undefined)).toEqual([])
    expect([...listed].filter(purl => String(purl).includes('source-serif-4'))).toHaveLength(2)
  })
})

describe('unpacked release on another machine', () => {
  let product: RunningProduct

  beforeAll(async () => {
    product = await runProduct(inRelease('data'), release.environment, inRelease('start.mjs'))
  })
  afterAll(() => product?.stop())

  const get = async (origin: string, path: string) => {
    const answer = await fetch(origin + path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  test('the release reports its version in the readiness check and to users', async () => {
    for (const origin of [product.origin, product.identity]) {
      const { status, text } = await get(origin, '/health/ready')
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', version }])
    }
    expect((await get(product.origin, '/about')).text).toContain(`version ${version}`)
  })

  test('the release serves the console prebuilt', async () => {
    const { status, text } = await get(product.identity, '/console')
    expect([status, text]).toEqual([200, expect.stringContaining('admin add EMAIL --role owner')])
  })

  test('the release serves pages, assets, images rendered by native code, and the sign-in form', async () => {
    const { text } = await get(product.origin, '/10.48550/arxiv.1706.03762')
    expect(text).toContain('data-page="paper"')
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(text) ?? []
    expect((await get(product.origin, script)).type).toContain('javascript')
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    const path = new URL(picture).pathname + new URL(picture).search
    expect(await get(product.origin, path)).toMatchObject({ status: 200, type: 'image/png' })
    expect((await get(product.identity, '/widget.js')).type).toContain('javascript')
  })

  test('the release signs users in and keeps a vote', async () => {
    const ada = await personOf(product, 'ada@example.org')
    await ada.send('/10.48550/arxiv.1706.03762/vote', { voteType: 'upvote' })
    expect((await get(product.origin, '/api/v1/papers/10.48550/arxiv.1706.03762')).text).toContain('"reliable":1')
  })

  test('the release grades a password with its lists and worker thread', async () => {
    const graded = await product.sdk('/passwords/strength_check', { password: 'password1' })
    expect(graded).toMatchObject({ valid_password: false })
  })

  test('the release supports backups, queries and commands on the command line', async () => {
    const environment = { ...release.environment, DATA_DIR: inRelease('data') }
    const command = (script: string, ...words: string[]) => runCommand(inRelease(script), words, environment)
    expect(await command('scripts/backup.ts', inRelease('backup.gz'))).toContain('Backed up 2 databases')
    expect(await command('identity/cli.ts', 'user', 'role', 'add', 'ada@example.org', 'moderator')).toContain('ada')
    for (const name of await readdir(inRelease('site/app/commands')))
      expect(await command(`site/app/commands/${name}`, '--help')).toContain('Usage')
  })

  test('the release reports readiness to a health check', async () => {
    const environment = {
      ...release.environment,
      PORT: new URL(product.origin).port,
      IDENTITY_PORT: new URL(product.identity).port,
    }
    await expect(runCommand(inRelease('scripts/healthy.ts'), [], environment)).resolves.toBe('')
    const nobody = { ...environment, PORT: '1', IDENTITY_PORT: '2' }
    await expect(runCommand(inRelease('scripts/healthy.ts'), [], nobody)).rejects.toThrow()
  })
})

describe('startup errors of a release', () => {
  const refusalOf = async (...words: string[]): Promise<string> => {
    const failure = await run(process.execPath, [inRelease('start.mjs'), ...words]).catch(error => error)
    return failure.stderr
  }

  test('starting an unknown server fails with a message', async () => {
    expect(await refusalOf('sites')).toMatch(/^Start both servers with "node start\.mjs", or one with .*\n$/)
  })

  test('starting on another platform fails with a message', async () => {
    const file = inRelease('package.json')
    const manifest = await readFile(file, 'utf8')
    await writeFile(file, JSON.stringify({ ...JSON.parse(manifest), cpu: ['s390x'] }))
    const said = await refusalOf()
    await writeFile(file, manifest)
    expect(said).toMatch(/^This release was made for linux s390x glibc; this machine is .*\n$/)
  })
})
