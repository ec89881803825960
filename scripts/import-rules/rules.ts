import { basename, dirname } from 'node:path'
import { sourceFiles } from '../source-files.ts'
import type { Import } from './imports.ts'

// The import rules (ARCHITECTURE.md), each a pure function from all imports to the sentences about those that break it.

/** A rule violation. */
export type Breach = { import: Import; rule: string }
type Rule = (imports: readonly Import[]) => Breach[]

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file)

/** Returns the top-level folder of a file. Tests and `testing/` count as separate folders, since they may import more. */
const roomOf = (file: string): string => {
  const [room = ''] = file.split('/')
  return isTest(file) ? `tests of ${room}` : room
}

/** Allowed imports of each top-level folder, by package name and by path. */
const byName: Readonly<Record<string, readonly string[]>> = {
  site: ['widget', 'wire', 'server-kit'],
  'tests of site': ['widget', 'wire', 'server-kit'],
  identity: ['wire', 'server-kit'],
  'tests of identity': ['wire', 'server-kit'],
  widget: ['wire'],
  'tests of widget': ['wire', 'server-kit'],
  cli: [],
  'tests of cli': ['server-kit'],
  embed: [],
  'tests of embed': ['server-kit'],
  examples: ['widget'],
  'tests of examples': ['widget', 'server-kit'],
  bench: ['wire', 'server-kit'],
  'tests of bench': ['wire', 'server-kit'],
  scripts: ['wire', 'server-kit'],
  'tests of scripts': ['wire', 'server-kit'],
}
const byPath: Readonly<Record<string, readonly string[]>> = {
  'tests of widget': ['identity'],
  'tests of cli': ['site', 'scripts'],
  'tests of embed': ['site', 'scripts'],
  'tests of examples': ['widget', 'scripts'],
  bench: ['site', 'identity', 'widget', 'scripts'],
  'tests of bench': ['site', 'identity', 'widget', 'scripts'],
  scripts: ['site', 'identity', 'widget'],
  'tests of scripts': ['site', 'identity', 'widget'],
  'vitest.config.ts': ['scripts'],
}
/** Allowed entry files by path: an `index.ts`, files at the top level or in `site/app`, or these. */
const alsoByPath = ['widget/embed/script.ts']

/** The widget's build runs outside a browser, and the examples' servers are servers. */
const isServer = (file: string): boolean => /^widget\/build[^/]*\.ts$|^examples\/(?:server|relying-party)\//.test(file)

/** Exceptions to the rule that folders are entered through their index: importer and imported file. */
const entries: readonly (readonly [RegExp, RegExp])[] = [
  [/^site\/app\/features\.ts$/, /^site\/[^/]+\/[^/]+\/feature\.ts$/],
  [/^site\/app\/commands\/[^/]+\.ts$/, /^site\/[^/]+\/[^/]+\/command\.ts$/],
  // The widget's product lists and entry files: the parts of a product's folder.
  [
    /^widget\/(?:products\/[^/]+|build)\.ts$/,
    /^widget\/products\/(?:[^/]+|social\/one-tap)\/(?:manifest|views|en|de|es|state|typed-phone-number)\.ts$/,
  ],
  [/^widget\/build\.ts$/, /^widget\/form\/strings\/(?:de|es)\.ts$/],
  [/^widget\/form\/strings\/(?:de|es)\.ts$/, /^widget\/products\/(?:de|es)\.ts$/],
  [/^widget\/client\/index\.ts$/, /^widget\/client\/products\/parts-to-come\.ts$/],
  // Texts that several products show.
  [/^widget\/products\/[^/]+\/(?:en|manifest)\.ts$/, /^widget\/products\/(?:proof|scopes|social\/one-tap)\/en\.ts$/],
]

const isIndex = (file: string): boolean => /^index\.tsx?$/.test(basename(file))
/** Programs and examples are read from their beginning: their folders have no index. */
const withIndexes = ['identity', 'server-kit', 'site', 'widget', 'wire']
/** Folders with an index. A small folder has none, and no private files. */
const foldersWithIndex = new Set(sourceFiles.filter(isIndex).map(file => dirname(file)))
/** The nearest folder above a file that is entered through its index; null if there is none. */
const gateOf = (file: string): string | null => {
  for (let folder = dirname(file); folder.includes('/'); folder = dirname(folder)) {
    if (foldersWithIndex.has(folder)) return folder
  }
  return null
}
const isAbove = (folder: string, below: string): boolean =>
  folder === '.' || folder === below || below.startsWith(`${folder}/`)

/** Creates a rule about single imports, with the message if `isWrong`. */
const each =
  (rule: string, isWrong: (one: Import) => boolean): Rule =>
  imports =>
    imports.filter(isWrong).map(one => ({ import: one, rule }))

const roomsByName = each('A room imports another by package name only where ARCHITECTURE.md allows it.', one => {
  if (one.name === null || one.from.split('/')[0] === one.name) return false
  return !byName[roomOf(one.from)]?.includes(one.name) && !(isServer(one.from) && one.name === 'server-kit')
})

const ownRoomByPath = each(
  'A room imports its own files by path.',
  ({ from, name }) => !isTest(from) && from.split('/')[0] === name,
)

const roomsByPath = each(
  'A room imports another by path only where ARCHITECTURE.md allows it, through an index, a file directly in the room, or a file of site/app.',
  ({ from, to, name }) => {
    const [room = ''] = to.split('/')
    if (name !== null || from.split('/')[0] === room) return false
    const isEntrance =
      isIndex(to) || to.split('/').length === 2 || dirname(to) === 'site/app' || alsoByPath.includes(to)
    return !(byPath[roomOf(from)]?.includes(room) && isEntrance)
  },
)

const privateFiles = each('A folder’s files are private: import its index.', ({ from, to, name }) => {
  const gate = gateOf(to)
  return (
    gate !== null &&
    name === null &&
    withIndexes.includes(roomOf(from)) &&
    from.split('/')[0] === to.split('/')[0] &&
    !isAbove(gate, dirname(from)) &&
    !isIndex(to) &&
    !to.endsWith('.css') &&
    !entries.some(([who, what]) => who.test(from) && what.test(to))
  )
})

/** The wings of the site, from the ground up. Wings of one floor do not import each other. */
export const wings: readonly (readonly string[])[] = [
  ['kit'],
  ['accounts'],
  ['paper'],
  ['finding', 'news'],
  ['readers'],
  ['money'],
  ['open'],
  ['app'],
]
const wingOf = (file: string): string | null => /^site\/([^/]+)\//.exec(file)?.[1] ?? null
const floorOf = (wing: string): number => wings.findIndex(floor => floor.includes(wing))

const wingsOfSite = each(
  `A wing of the site imports only wings before it: ${wings.map(floor => floor.join(', ')).join(' ← ')}.`,
  ({ from, to, name }) => {
    const [own, other] = [wingOf(from), wingOf(to)]
    if (name !== null || own === null || other === null || own === other || isTest(from)) return false
    return own === 'testing' || other === 'testing' || !(floorOf(other) < floorOf(own)) || floorOf(other) < 0
  },
)

/** Markup and browser code of the site and the provider's console. */
const isOfPages = (file: string): boolean =>
  /^site\/.*(?:\.tsx$|\/browser\/|\/use-[^/]+\.ts$)|^site\/kit\/analytics\/|^identity\/operate\/console\/markup\//.test(
    file,
  )
/** Folders that both servers and pages use. */
const onBothSides =
  /^(?:site\/(?:kit\/(?:doi|page|amounts|locales|times|analytics|browser)|open\/public-names)\/index|identity\/platform\/times\/[^/]+)\.ts$/

const noMarkupInServers = each(
  'Server code imports no markup and no browser code: pages are reached through the built bundle. A definition may import the type of its component.',
  ({ from, to, name, typeOnly }) =>
    name === null &&
    /^(?:site|identity)\//.test(from) &&
    !isTest(from) &&
    !isOfPages(from) &&
    isOfPages(to) &&
    !(typeOnly && to.endsWith('.tsx')),
)

const noServersInMarkup = each(
  'Markup and browser code import no server code: of other folders they take the index.tsx, the browser/ and what both sides use.',
  ({ from, to, name, typeOnly }) => {
    if (name === 'server-kit') return isOfPages(from) && !isTest(from)
    if (name !== null || !isOfPages(from) || isTest(from)) return false
    // Page content is data, whose type both sides share.
    if (to.startsWith('identity/'))
      return !isOfPages(to) && !onBothSides.test(to) && !(typeOnly && basename(to) === 'page.ts')
    if (!to.startsWith('site/')) return false
    const file = basename(to)
    if (/\/server\//.test(to) || /^(?:feature|calls|routes|store|.*-call|.*-store)\.ts$/.test(file)) return true
    return (
      isIndex(to) && to.endsWith('.ts') && !isOfPages(to) && !onBothSides.test(to) && !/\/pages\/index\.ts$/.test(to)
    )
  },
)

const featuresAreOfApp = each(
  'Only the site’s list of features imports a feature.',
  ({ from, to, name }) =>
    name === null &&
    roomOf(from) === 'site' &&
    from !== 'site/app/features.ts' &&
    dirname(from) !== dirname(to) &&
    /^site\/[^/]+\/[^/]+\/feature\.ts$/.test(to),
)

/**
 * @param nodeOf returns the node of a file; null for ignored files
 * @returns the imports that form a cycle
 */
const circlesOf =
  (nodeOf: (file: string) => string | null, rule: string): Rule =>
  imports => {
    const importsByNode = Map.groupBy(
      imports.filter(({ name, from, to }) => {
        const [node, other] = [nodeOf(from), nodeOf(to)]
        return name === null && node !== null && other !== null && (node !== other || from === to)
      }),
      ({ from }) => nodeOf(from) ?? '',
    )
    const done = new Set<string>()
    const circleFrom = (node: string, path: readonly Import[]): readonly Import[] | null => {
      const start = path.findIndex(({ from }) => nodeOf(from) === node)
      if (start >= 0) return path.slice(start)
      if (done.has(node)) return null
      for (const one of importsByNode.get(node) ?? []) {
        const circle = circleFrom(nodeOf(one.to) ?? '', [...path, one])
        if (circle !== null) return circle
      }
      done.add(node)
      return null
    }
    for (const node of importsByNode.keys()) {
      const circle = circleFrom(node, [])
      if (circle !== null) return circle.map(one => ({ import: one, rule }))
    }
    return []
  }

const fileCircles = circlesOf(file => file, 'No file imports itself by way of others, types included.')

/** Returns the site folder of a file, such as `site/readers/votes`. Tests may import later folders. */
const folderOfSite = (file: string): string | null => {
  const [room, wing, folder, ...below] = file.split('/')
  return room === 'site' && below.length > 0 && !isTest(file) ? `${wing}/${folder}` : null
}
const folderCircles = circlesOf(
  folderOfSite,
  'No folder of a wing imports itself by way of others, types included: these imports are a circle.',
)

const rules: readonly Rule[] = [
  roomsByName,
  ownRoomByPath,
  roomsByPath,
  privateFiles,
  wingsOfSite,
  noMarkupInServers,
  noServersInMarkup,
  featuresAreOfApp,
  fileCircles,
  folderCircles,
]

/** Every breach of the import rules. */
export const breachesIn = (imports: readonly Import[]): Breach[] => rules.flatMap(rule => rule(imports))

/** A breach as a line to print. */
export const inWords = ({ import: { from, to, name }, rule }: Breach): string =>
  `${from} imports ${name === null ? to : `@corroborate/${name}`}. ${rule}`
