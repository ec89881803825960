import { globSync } from 'node:fs'
import { roomsThatRun } from './release-manifest.ts'
import { root } from './root.ts'

/** Scripts included in a release. */
const scripts = [
  'backup',
  'commands',
  'corroborate',
  'greeting',
  'healthy',
  'or-say-why',
  'product-databases',
  'restore',
  'start',
  'start-identity',
]

/** Widget files that the servers need to check its build. */
const widget = ['build-if-changed.ts', 'dist.ts', 'package.json']

const others = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'start.mjs']

/** Excluded: tests, browser sources and build scripts. */
const staysHere =
  /\.(?:test|d)\.ts$|\/(?:testing|conformance|browser|analytics)\/|\/use-[^/]+\.ts$|\/(?:vite\.config|run-build|build|build-fonts|named-markup|dev-renderer)\.ts$/

const find = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: path => /(?:^|\/)(?:node_modules|dist)$/.test(path) }).map(path =>
    path.replaceAll('\\', '/'),
  )

/** Lists the repository's files in a release, as sorted paths from its root, without build output. */
export const shippedFiles = (): string[] =>
  [
    ...find(roomsThatRun.flatMap(room => [`${room}/**/*.ts`, `${room}/package.json`])).filter(
      file => !staysHere.test(file),
    ),
    ...find(['site/finding/starter-corpus/*.{csv,jsonl}', 'server-kit/page/fonts/*.LICENSE.txt']),
    ...find(['docs/**/*.{md,html,png}', 'deploy/**/*.*']),
    ...scripts.map(name => `scripts/${name}.ts`),
    ...widget.map(name => `widget/${name}`),
    ...others,
  ].sort()

/** The folders that the builds leave, each of which a release holds as a whole. */
export const builtFolders: readonly string[] = ['identity/dist', 'site/dist', 'widget/dist']
