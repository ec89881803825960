import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { siteDist } from '../site/app/dist.ts'
import { homePage } from '../site/app/home/index.ts'
import { assetsOf, islandModulesOf, modulesOf, reactModulesOf, readManifest } from '../site/kit/http/index.ts'
import { paperPage } from '../site/paper/papers/index.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { widgetDist } from '../widget/dist.ts'
import { buildRival, isRivalHere, rivalName, rivalVersions } from './rival-widget.ts'
import { notInstalled } from './rivals.ts'
import { beside, budget, notMeasured, observation, orWhyNot, type Row, type Run } from './row.ts'
import { counted } from './statistics.ts'

/** In bytes, gzip. The scripts of each page of the site have a budget where the page is defined. */
const most = { styles: 10_000, react: 70_000, signInPage: 60_000, headless: 12_000 }
/** The account page and the consent page are other pages. */
const ofOtherPages = ['product-account.mjs', 'product-idp.mjs']

const gzipped = (text: string | Buffer): number => gzipSync(text, { level: 9 }).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
const weightOf = (file: string): number => gzipped(readFileSync(join(widgetDist, file)))
const sum = (weights: readonly number[]): number => weights.reduce((total, bytes) => total + bytes, 0)
const sizeRow = (name: string, felt: string, bytes: number, limit: number, what: string): Row =>
  budget({
    name,
    felt,
    figure: kilobytes(bytes),
    limit: `≤ ${limit / 1000} KB`,
    isMet: bytes > 0 && bytes <= limit,
    note: `gzip, level 9, ${what}.`,
  })

const siteRows = async (): Promise<Row[]> => {
  await buildSiteIfChanged()
  const manifest = await readManifest(siteDist)
  const felt = 'Readers on a slow line wait for them on a first view:'
  return [homePage, paperPage].flatMap(page =>
    [
      { kind: 'JavaScript that it starts with', files: modulesOf(manifest, page), limit: page.scriptBudget },
      { kind: 'JavaScript of its islands', files: islandModulesOf(manifest, page), limit: page.islandBudget ?? 0 },
      { kind: 'React', files: reactModulesOf(manifest), limit: most.react },
      { kind: 'CSS', files: assetsOf(manifest, page).styles, limit: most.styles },
    ].map(({ kind, files, limit }) => {
      const bytes = sum(files.map(file => gzipped(readFileSync(join(siteDist, 'client', file)))))
      return sizeRow(`${page.name} page, ${kind}`, felt, bytes, limit, `files: ${files.length}`)
    }),
  )
}

const widgetRows = (): Row[] => {
  const products = readdirSync(widgetDist).filter(file => /^product-[a-z]+\.mjs$/i.test(file))
  const onOnePage = ['widget.js', ...products.filter(file => !ofOtherPages.includes(file))]
  return [
    sizeRow(
      'sign-in widget, all that one page can load',
      'Pages of others pay for it when they offer every way to sign in:',
      sum(onOnePage.map(weightOf)),
      most.signInPage,
      onOnePage.join(', '),
    ),
    sizeRow(
      'headless client, plain script',
      'Pages of others pay for it when they draw their own form:',
      weightOf('headless.js'),
      most.headless,
      '1 file',
    ),
    ...['widget.js', ...products].map(file =>
      observation(`sign-in widget, ${file}`, kilobytes(weightOf(file)), 'gzip, level 9'),
    ),
  ]
}

/** Our headless client beside the published ones, built and compressed in the same way. */
const headlessRows = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const version of rivalVersions) {
    const name = `headless client, plain script, beside ${rivalName(version)}`
    if (!isRivalHere(version)) {
      rows.push(notMeasured(name, notInstalled(rivalName(version))))
      continue
    }
    const [ours, theirs] = [weightOf('headless.js'), gzipped(await buildRival(version, 'headless'))]
    const note = `${kilobytes(ours)} against ${kilobytes(theirs)}, built and compressed in the same way and run`
    rows.push(beside(name, counted(ours / theirs), { better: 'less', note }))
  }
  return rows
}

export const run: Run = async () => {
  const site = await orWhyNot('what the site’s pages bring', siteRows)
  await buildWidgetIfChanged()
  return [...site, ...widgetRows(), ...(await orWhyNot('headless clients of others', headlessRows))]
}
