import { globSync } from 'node:fs'
import { roomsThatRun } from './release-manifest.ts'
import { root } from './root.ts'

/** What runs from `scripts/`. */
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

/** What the servers need of the widget: whether it is built. */
const widget = ['build-if-changed.ts', 'dist.ts', 'package.json']

const others = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'start.mjs']

/** Tests, what is bundled for browsers, and what builds. */
const staysHere =
  /\.(?:test|d)\.ts$|\/(?:testing|conformance|browser|analytics)\/|\/use-[^/]+\.ts$|\/(?:vite\.config|run-build|build|build-fonts|named-markup|dev-renderer)\.ts$/

const find = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: path => /(?:^|\/)(?:node_modules|dist)$/.test(path) }).map(path =>
    path.replaceAll('\\', '/'),
  )

/** The files of this repository that a release holds, as paths from its root, sorted. What is built is not among them. */
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
