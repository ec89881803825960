import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, pathOf, readSource } from './source-files.ts'

/** A document without its code, in which nothing is a link or a heading. */
const proseOf = (file: string): string => readSource(file).replaceAll(/^```.*?^```/gms, '')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** The folder that a document's links begin in: that of a release lies at its root. */
const folderOf = (file: string): string => (file === 'scripts/release/readme-of-release.md' ? '' : dirname(file))

test('every link between documents points to an existing file and heading', () => {
  const dead: string[] = []
  let checked = 0
  for (const file of documents) {
    for (const [, target = ''] of proseOf(file)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z]+:|\/)/.test(target)) continue
      checked += 1
      const [path = '', anchor] = decodeURI(target).split('#')
      const other = path === '' ? file : join(folderOf(file), path)
      const isThere = existsSync(pathOf(other))
      const hasAnchor = anchor === undefined || !other.endsWith('.md') || (isThere && anchorsOf(other).includes(anchor))
      if (!isThere || !hasAnchor) dead.push(`${file}: ${target}`)
    }
  }
  expect(checked).toBeGreaterThan(100)
  expect(dead).toEqual([])
})
