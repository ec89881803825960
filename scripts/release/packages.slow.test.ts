import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { version } from '@corroborate/server-kit/version'
import { publint } from 'publint'
import { extract } from 'tar'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesBelow } from './checksums.ts'
import { type PackedPackage, packPackages } from './pack-packages.ts'
import { root } from './root.ts'

// The packages as they would be published, looked at by what others look at packages with, and used by an application.

const folder = mkdtempSync(join(tmpdir(), 'corroborate-packages-'))
let packed: readonly PackedPackage[]

beforeAll(async () => {
  packed = await packPackages(join(folder, 'packed'))
})

const packageNamed = (name: string): PackedPackage => {
  const found = packed.find(one => one.name === name)
  if (found === undefined) throw new Error(`${name} was not packed.`)
  return found
}

const names = ['@corroborate/cli', '@corroborate/embed', '@corroborate/widget', '@corroborate/wire']

test('every package is packed, in this version', () => {
  expect(packed.map(({ name }) => name).sort()).toEqual(names)
  expect(new Set(packed.map(one => one.version))).toEqual(new Set([version]))
})

describe.each(names)('%s', name => {
  test('passes publint', async () => {
    const tarball = readFileSync(packageNamed(name).file)
    const { messages } = await publint({
      pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) },
      strict: true,
    })
    expect(messages).toEqual([])
  })

  test('has a licence and a page for readers, and neither sources nor tests', () => {
    const { files } = packageNamed(name)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter(file => /(?<!\.d)\.tsx?$|\.test\.|testing\//.test(file))).toEqual([])
  })

  test('may be published: it is not private, and needs nothing that cannot be had', () => {
    const manifest = JSON.parse(readFileSync(packageNamed(name).manifest, 'utf8'))
    expect(manifest.private).toBeUndefined()
    const ours = Object.keys(manifest.dependencies ?? {}).filter(one => one.startsWith('@corroborate/'))
    expect(ours.filter(one => !names.includes(one))).toEqual([])
  })
})

test.each([
  ['@corroborate/embed', ['.']],
  ['@corroborate/widget', ['.', './client', './react']],
  ['@corroborate/wire', ['./types', './magic-links', './endpoints.schema']],
])('%s has the types of what it is (attw)', async (name, entrypoints) => {
  const data = createPackageFromTarballData(new Uint8Array(readFileSync(packageNamed(name).file)))
  const analysis = await checkPackage(data, { entrypoints })
  if (analysis.types === false) throw new Error('There are no types.')
  expect(Object.keys(analysis.entrypoints)).toEqual(entrypoints)
  // They are ES modules, and nobody who needs them has a resolver that knows no `exports`.
  const problems = analysis.problems.filter(
    problem => !('resolutionKind' in problem && /^node10$|^node16-cjs$/.test(problem.resolutionKind)),
  )
  expect(problems).toEqual([])
})

describe('in an application', () => {
  const application = join(folder, 'application')
  const modules = join(application, 'node_modules')

  beforeAll(async () => {
    for (const name of ['@corroborate/widget', '@corroborate/wire']) {
      mkdirSync(join(modules, name), { recursive: true })
      await extract({ file: packageNamed(name).file, cwd: join(modules, name), strip: 1 })
    }
    mkdirSync(join(modules, '@types'))
    for (const name of ['react', 'react-dom', 'zod', '@types/react', '@types/react-dom'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
    writeFileSync(join(application, 'package.json'), '{"private": true, "type": "module"}')
  })

  test.each(['nodenext', 'bundler'])('its types are understood with skipLibCheck off (%s)', resolution => {
    writeFileSync(
      join(application, 'app.tsx'),
      `import { createHeadlessClient, type HeadlessClient } from "@corroborate/widget/client"
       import { defineSignInElement, mountLogin } from "@corroborate/widget"
       import { SignIn, useUser } from "@corroborate/widget/react"
       import type { User } from "@corroborate/wire/types"
       import { magicLinks } from "@corroborate/wire/magic-links"
       import { endpoints } from "@corroborate/wire/endpoints.schema"
       const client: HeadlessClient = createHeadlessClient('public-token-test-1', { baseUrl: 'https://identity.example.org' })
       export const path: string = magicLinks.authenticate.path
       export const both = [defineSignInElement, mountLogin, client, endpoints]
       export const Page = () => {
         const user: User | null = useUser()
         // @ts-expect-error: there is no such product
         const wrong = <SignIn config={{ products: ['telepathy'] }} />
         return user === null ? <SignIn config={{ products: ['passwords'] }} /> : wrong
       }`,
    )
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        module: resolution === 'bundler' ? 'esnext' : resolution,
        moduleResolution: resolution,
        jsx: 'react-jsx',
        types: [],
      },
      files: ['app.tsx'],
    }
    writeFileSync(join(application, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
    const said = (() => {
      try {
        return execFileSync(process.execPath, [tsc, '-p', application], { encoding: 'utf8' })
      } catch (error) {
        return String((error as { stdout: string }).stdout)
      }
    })()
    expect(said).toBe('')
  })

  test('Node imports all of it where there is no window', () => {
    const program = `
      import { createHeadlessClient } from "@corroborate/widget/client"
      import * as widget from "@corroborate/widget"
      import * as react from "@corroborate/widget/react"
      import { endpoints } from "@corroborate/wire/endpoints.schema"
      console.log(typeof createHeadlessClient, typeof widget.mountLogin, typeof react.SignIn, typeof endpoints)`
    writeFileSync(join(application, 'import.mjs'), program)
    expect(execFileSync(process.execPath, [join(application, 'import.mjs')], { encoding: 'utf8' })).toBe(
      'function function function object\n',
    )
  })

  test('the headless client alone needs no React', async () => {
    const alone = join(folder, 'alone', 'node_modules')
    for (const name of ['@corroborate/widget', '@corroborate/wire']) {
      mkdirSync(join(alone, name), { recursive: true })
      await extract({ file: packageNamed(name).file, cwd: join(alone, name), strip: 1 })
    }
    const program = `import { createHeadlessClient } from "@corroborate/widget/client"; console.log(typeof createHeadlessClient)`
    writeFileSync(join(alone, '..', 'import.mjs'), program)
    expect(execFileSync(process.execPath, [join(alone, '..', 'import.mjs')], { encoding: 'utf8' })).toBe('function\n')
  })

  test('each plain script has the hash that the package says', async () => {
    const script = join(modules, '@corroborate/widget/dist/script')
    const files = await filesBelow(script)
    expect(files).toEqual(['headless.js', 'headless.mjs', 'integrity.json', 'widget.js'])
    const pinned = JSON.parse(readFileSync(join(script, 'integrity.json'), 'utf8'))
    for (const file of files.filter(name => name !== 'integrity.json')) {
      const digest = createHash('sha256')
        .update(readFileSync(join(script, file)))
        .digest('base64')
      expect(pinned[file].integrity).toBe(`sha256-${digest}`)
    }
  })
})
