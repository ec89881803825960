import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const browserFiles = readdirSync(folder).filter(file => /^[\w-]+\.ts$/.test(file))

/** A bundle for browsers of everything the files export, minified. */
const bundle = async (files: readonly string[]): Promise<{ code: string; modules: string[] }> => {
  const entry = '\0entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : null),
        load: id =>
          id === entry
            ? files.map((file, n) => `export * as f${n} from ${JSON.stringify(folder + file)}`).join('\n')
            : null,
      },
    ],
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap(one => ('output' in one ? one.output : []))
  const chunks = output.flatMap(one => (one.type === 'chunk' ? [one] : []))
  return { code: chunks.map(chunk => chunk.code).join(''), modules: chunks.flatMap(chunk => chunk.moduleIds) }
}

test('a non-schema file bundles no zod into a browser', async () => {
  const { code, modules } = await bundle(browserFiles)
  expect(modules.filter(id => id.includes('zod') || id.includes('.schema.'))).toEqual([])
  expect(gzipSync(code).length).toBeLessThan(10_300)
})

test('endpoints, names and codecs take a small part of a client’s size budget', async () => {
  const { code } = await bundle([
    'call.ts',
    'projects.ts',
    'magic-links.ts',
    'otps.ts',
    'passwords.ts',
    'users.ts',
    'sessions.ts',
    'totps.ts',
    'impersonation.ts',
    'events.ts',
    'storage.ts',
    'headers.ts',
    'authorization.ts',
    'telemetry.ts',
  ])
  expect(gzipSync(code).length).toBeLessThan(2_500)
})
