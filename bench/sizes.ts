import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { siteDist } from '../site/app/dist.ts'
import { homePage } from '../site/app/home/index.ts'
import { assetsOf, modulesOf, readManifest } from '../site/kit/http/index.ts'
import { paperPage } from '../site/paper/papers/index.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { widgetDist } from '../widget/dist.ts'
import { buildRival, isRivalHere, type RivalScript, type RivalVersion, rivalName } from './rival-widget.ts'
import { notInstalled } from './rivals.ts'
import { type Bench, compare, judge, notMeasured, type Row } from './row.ts'

const largestStyles = 10_000

const gzipped = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(siteDist, 'client', file)), { level: 9 }).byteLength, 0)

const scripts = [
  {
    name: 'sign-in widget, plain script',
    file: 'widget.js',
    // Links by mail come with the script.
    besides: ['product-passwords.mjs'],
    limit: 34_000,
    beside: 'widget',
    goals: { '5.18.7': 0.33 },
  },
  {
    name: 'headless client, plain script',
    file: 'headless.js',
    besides: [],
    limit: 12_000,
    beside: 'headless',
    goals: { '5.18.7': null, '6.3.0': null },
  },
] as const

/** The widget with every product: each is a file that only the pages load which name the product. The account page is another page. */
const largestWidget = 60_000

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
const gzippedText = (text: string | Buffer): number => gzipSync(text, { level: 9 }).byteLength
const weightOf = (file: string): number => gzippedText(readFileSync(join(widgetDist, file)))

/** Our scripts beside their limits, and beside the published client's, built and compressed in the same way. */
const scriptRows = async (): Promise<Row[]> => {
  await buildWidgetIfChanged()
  const rows: Row[] = []
  for (const { name, file, besides, limit, beside, goals } of scripts) {
    const ours = weightOf(file)
    const withProducts = besides.reduce((sum, product) => sum + weightOf(product), ours)
    const full = [name, ...besides.map(product => `with ${product}`)].join(' ')
    rows.push({
      name,
      figure: kilobytes(ours),
      limit: `≤ ${limit / 1000} KB`,
      verdict: judge(ours <= limit),
      note: 'gzip, level 9, 1 file',
    })
    for (const [version, goal] of Object.entries(goals)) {
      rows.push(await besideRow(full, withProducts, version as RivalVersion, beside, goal))
    }
  }
  return rows
}

/** The file of each product, and what a page loads that names all of them. */
const productRows = (): Row[] => {
  const weights = readdirSync(widgetDist)
    .filter(file => /^product-[a-z]+\.mjs$/i.test(file))
    .map(file => ({ file, bytes: weightOf(file) }))
  const onOnePage = [
    { file: 'widget.js', bytes: weightOf('widget.js') },
    ...weights.filter(({ file }) => file !== 'product-account.mjs'),
  ]
  const sum = onOnePage.reduce((total, { bytes }) => total + bytes, 0)
  return [
    ...weights.map(
      ({ file, bytes }): Row => ({
        name: `sign-in widget, ${file}`,
        figure: kilobytes(bytes),
        limit: '',
        verdict: '',
        note: 'gzip, level 9, fetched when a page names the product',
      }),
    ),
    {
      name: 'sign-in widget with every product',
      figure: kilobytes(sum),
      limit: `≤ ${largestWidget / 1000} KB`,
      verdict: judge(sum <= largestWidget),
      note: `gzip, level 9, ${onOnePage.length} files: ${onOnePage.map(({ file }) => file).join(', ')}`,
    },
  ]
}

const besideRow = async (
  name: string,
  ours: number,
  version: RivalVersion,
  script: RivalScript,
  goal: number | null,
): Promise<Row> => {
  const about = { name: `${name}, of the bytes of ${version}`, limit: goal === null ? '1×' : `≤ ${goal}×` }
  if (!isRivalHere(version)) return notMeasured(about.name, about.limit, notInstalled(rivalName(version)))
  const theirs = gzippedText(await buildRival(version, script))
  const share = ours / theirs
  return {
    ...about,
    figure: `${share.toFixed(2)}×`,
    verdict: goal === null ? compare(share <= 1) : judge(share <= goal),
    note: `${rivalName(version)}: ${kilobytes(theirs)}, built and compressed in the same way and run`,
  }
}

const run = async (): Promise<Row[]> => {
  await buildSiteIfChanged()
  const manifest = await readManifest(siteDist)
  const rows: Row[] = []
  for (const page of [homePage, paperPage]) {
    for (const [kind, files, limit] of [
      ['JavaScript', modulesOf(manifest, page), page.scriptBudget],
      ['CSS', assetsOf(manifest, page).styles, largestStyles],
    ] as const) {
      const bytes = gzipped(files)
      rows.push({
        name: `${page.name} page, ${kind}`,
        figure: `${(bytes / 1000).toFixed(1)} KB`,
        limit: `≤ ${limit / 1000} KB`,
        verdict: judge(bytes > 0 && bytes <= limit),
        note: `gzip, level 9, ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
      })
    }
  }
  return [...rows, ...(await scriptRows()), ...productRows()]
}

export const bench: Bench = { title: 'What a page weighs, and the sign-in on it', run }
