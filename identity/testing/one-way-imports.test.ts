import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const identity = fileURLToPath(new URL('..', import.meta.url))

/** Allowed imports of each kind of folder besides itself (README.md, the map). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  projects: ['platform'],
  accounts: ['platform', 'projects'],
  protection: ['platform', 'projects', 'accounts'],
  delivery: ['platform', 'projects', 'accounts'],
  sdk: ['platform', 'projects', 'accounts', 'protection', 'delivery'],
  calls: ['platform', 'projects', 'accounts', 'protection', 'delivery', 'sdk'],
  factors: ['platform', 'projects', 'accounts', 'protection', 'delivery', 'sdk'],
  hosted: ['platform', 'projects', 'accounts', 'protection', 'delivery', 'sdk'],
  webhooks: ['platform', 'projects', 'accounts', 'protection', 'delivery', 'sdk'],
  openid: ['platform', 'projects', 'accounts', 'protection', 'delivery', 'sdk'],
  administrators: ['platform', 'projects', 'accounts', 'delivery'],
  operate: [
    'platform',
    'projects',
    'accounts',
    'protection',
    'delivery',
    'sdk',
    'administrators',
    'calls',
    'factors',
    'openid',
    'webhooks',
    'features.ts',
  ],
}
/** The command line opens the provider's database without the provider. */
const exceptions = ['operate/cli/run-cli.ts imports database-of.ts']

const sources = readdirSync(identity, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/') && path.includes('/'),
)

test.each(sources.filter(path => (path.split('/')[0] ?? '') in mayImport))('%s imports downwards only', path => {
  const [kind = ''] = path.split('/')
  const imported = [...readFileSync(join(identity, path), 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)]
    .map(([, target = '']) => normalize(join(dirname(path), target)))
    .filter(target => ![kind, ...(mayImport[kind] ?? [])].includes(target.split('/')[0] ?? ''))
    .map(target => `${path} imports ${target}`)
  expect(imported.filter(each => !exceptions.includes(each))).toEqual([])
})
