import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSiteIfChanged } from '../site/build-if-changed.ts'
import { siteDist } from '../site/dist.ts'
import { createRenderer } from '../site/http/index.ts'
import type { Bench, Row } from './row.ts'

const limits = { js: 75_000, css: 10_000 } as const

/** The files a page loads at once, as its own preload header names them. */
const filesOf = (preload: string): string[] => [...preload.matchAll(/<([^>]+)>/g)].map(match => match[1] ?? '')

const gzipped = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(siteDist, 'client', file)), { level: 9 }).byteLength, 0)

const run = async (): Promise<Row[]> => {
  await buildSiteIfChanged()
  const { preload } = await createRenderer({ distDir: siteDist })
  const rows: Row[] = []
  for (const page of ['home', 'paper'] as const) {
    for (const kind of ['js', 'css'] as const) {
      const files = filesOf(preload[page]).filter(file => file.endsWith(`.${kind}`))
      const bytes = gzipped(files)
      rows.push({
        name: `${page} page, ${kind === 'js' ? 'JavaScript' : 'CSS'}`,
        figure: `${(bytes / 1000).toFixed(1)} KB`,
        limit: `≤ ${limits[kind] / 1000} KB`,
        met: bytes > 0 && bytes <= limits[kind],
        note: `gzip, level 9, ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
      })
    }
  }
  return rows
}

export const bench: Bench = { title: 'What a page weighs', run }
