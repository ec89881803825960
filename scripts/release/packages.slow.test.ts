import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { version } from '@corroborate/server-kit/version'
import { publint } from 'publint'
import { extract } from 'tar'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesBelow, type PackedPackage, packPackages } from './pack-packages.ts'
import { root } from './root.ts'

// Checks the packages as published with standard package linters, and uses them in an application.

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

test('every package is packed with this version', () => {
  expect(packed.map(({ name }) => name).sort()).toEqual(names)
  expect(new Set(packed.map(one => one.version))).toEqual(new Set([version]))
})

describe.each(names)('%s', name => {
  test('the package passes publint', async () => {
    const tarball = readFileSync(packageNamed(name).file)
    const { messages } = await publint({
      pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) },
      strict: true,
    })
    expect(messages).toEqual([])
  })

  test('the package has a license and README, and no sources or tests', () => {
    const { files } = packageNamed(name)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter(file => /(?<!\.d)\.tsx?$|\.test\.|testing\//.test(file))).toEqual([])
  })

  test('the package is publishable: not private, with only published dependencies', () => {
    const manifest = JSON.parse(readFileSync(packageNamed(name).manifest, 'utf8'))
    expect(manifest.private).toBeUndefined()
    const ours = Object.keys(manifest.dependencies ?? {}).filter(one => one.startsWith('@corroborate/'))
    expect(ours.filter(one => !names.includes(one))).toEqual([])
    expect(manifest).toMatchObject({
      license: 'MIT',
      description: expect.any(String),
      publishConfig: { access: 'public' },
      // npm refuses provenance where this is not the repository that the package was built in.
      repository: { type: 'git', directory: relative(root, dirname(packageNamed(name).manifest)) },
    })
  })
})

describe('@corroborate/widget', () => {
  const extracted = join(folder, 'widget')
  beforeAll(async () => {
    mkdirSync(extracted)
    await extract({ file: packageNamed('@corroborate/widget').file, cwd: extracted, strip: 1 })
  })
  const modules = () => readdirSync(join(extracted, 'dist')).filter(file => file.endsWith('.js'))
  const sourceOf = (file: string): string => readFileSync(join(extracted, 'dist', file), 'utf8')
  /** Files that a file imports at once, itself included, and those that it may load later. */
  const reachedFrom = (file: string, found = new Set([file])): Set<string> => {
    for (const [, next = ''] of sourceOf(file).matchAll(/^(?:import|export) [^;]*?"\.\/([^"]+)"/gm))
      if (!found.has(next)) reachedFrom(next, found.add(next))
    return found
  }
  const weightOf = (file: string): number =>
    [...reachedFrom(file)].reduce((sum, one) => sum + gzipSync(sourceOf(one)).byteLength, 0)

  test('only files of the React entry are marked with "use client"', () => {
    const marked = modules().filter(file => sourceOf(file).startsWith('"use client";'))
    expect(marked).toEqual(modules().filter(file => /^react[.-]/.test(file)))
    expect(marked).toContain('react.js')
  })

  test('only the React entry imports React, types included', () => {
    expect(modules().filter(file => /from "react/.test(sourceOf(file)) && !file.startsWith('react'))).toEqual([])
    const { exports } = JSON.parse(readFileSync(join(extracted, 'package.json'), 'utf8'))
    const declared = (file: string, found = new Set([file])): Set<string> => {
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
        const next = join(dirname(file), name.replace(/(?<!\.d)\.[jt]sx?$/, '.d.ts'))
        if (!found.has(next)) declared(next, found.add(next))
      }
      return found
    }
    for (const entry of ['.', './client', './element']) {
      const files = [...declared(join(extracted, exports[entry].types))]
      expect(files.filter(file => /['"]react/.test(readFileSync(file, 'utf8')))).toEqual([])
    }
  })

  test.each([
    { file: 'react.js', most: 50_000 },
    { file: 'index.js', most: 55_500 },
    { file: 'element.js', most: 55_500 },
    { file: 'client.js', most: 19_500 },
  ])('$file with its static imports is at most $most bytes before the application minifies it', ({ file, most }) => {
    expect(weightOf(file)).toBeLessThanOrEqual(most)
  })

  test.each(['react', 'preact'])('products and languages are loaded on demand (%s)', kind => {
    const atOnce = reachedFrom(kind === 'react' ? 'react.js' : 'index.js')
    const parts = ['account', 'de', 'es', 'idp', 'passcodes', 'passkeys', 'passwords', 'second', 'social', 'wallets']
    for (const part of parts) {
      expect(modules()).toContain(`${kind}-${part}.js`)
      expect(atOnce).not.toContain(`${kind}-${part}.js`)
    }
  })
})

test.each([
  ['@corroborate/embed', ['.']],
  ['@corroborate/widget', ['.', './client', './element', './react']],
  ['@corroborate/wire', ['./types', './magic-links', './endpoints.schema']],
])('%s has correct types (attw)', async (name, entrypoints) => {
  const data = createPackageFromTarballData(new Uint8Array(readFileSync(packageNamed(name).file)))
  const analysis = await checkPackage(data, { entrypoints })
  if (analysis.types === false) throw new Error('There are no types.')
  expect(Object.keys(analysis.entrypoints)).toEqual(entrypoints)
  // Ignored: the packages are ESM-only, and their users' resolvers support `exports`.
  const problems = analysis.problems.filter(
    problem => !('resolutionKind' in problem && /^node10$|^node16-cjs$/.test(problem.resolutionKind)),
  )
  expect(problems).toEqual([])
})

describe('packages in an application', () => {
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

  test.each(['nodenext', 'bundler'])('types compile with skipLibCheck off (%s)', resolution => {
    writeFileSync(
      join(application, 'app.tsx'),
      `import { createHeadlessClient, type HeadlessClient } from "@corroborate/widget/client"
       import { defineSignInElement, mountLogin } from "@corroborate/widget"
       import { type Callbacks, type Config, SignIn, useUser } from "@corroborate/widget/react"
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
         // @ts-expect-error: the account page is no way to sign in
         const other: Config = { products: ['account'] }
         const callbacks: Callbacks = {
           onEvent: event => {
             if (event.type === 'OTP_AUTHENTICATE') event.data.session.session_id satisfies string
             // @ts-expect-error: a code that was sent signs nobody in
             if (event.type === 'OTP_LOGIN_OR_CREATE') event.data.session
           },
         }
         if (user === null) return <SignIn config={other} callbacks={callbacks} />
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

  test.each([
    ['@corroborate/widget/client', true, 'createHeadlessClient'],
    ['@corroborate/widget/client', false, 'createHeadlessClient'],
    ['@corroborate/widget', false, 'mountLogin,defineSignInElement'],
    ['@corroborate/widget/element', false, ''],
    ['@corroborate/widget/react', true, 'SignIn,useUser'],
    ['@corroborate/wire/endpoints.schema', true, 'endpoints'],
  ])('Node imports %s without a window, with React installed: %s', async (name, hasReact, exported) => {
    const place = hasReact ? application : await withoutReact()
    const program = `import * as all from ${JSON.stringify(name)}
      for (const name of ${JSON.stringify(exported)}.split(',').filter(Boolean)) if (!(name in all)) throw new Error(name)
      all.defineSignInElement?.()`
    writeFileSync(join(place, 'import.mjs'), program)
    expect(execFileSync(process.execPath, [join(place, 'import.mjs')], { encoding: 'utf8' })).toBe('')
  })

  const withoutReact = async (): Promise<string> => {
    const alone = join(folder, 'alone')
    for (const name of ['@corroborate/widget', '@corroborate/wire']) {
      mkdirSync(join(alone, 'node_modules', name), { recursive: true })
      await extract({ file: packageNamed(name).file, cwd: join(alone, 'node_modules', name), strip: 1 })
    }
    return alone
  }

  test('each plain script has the hash stated by the package', async () => {
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
