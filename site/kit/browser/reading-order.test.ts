import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const folders = [
  new URL('styles/', import.meta.url),
  new URL('../../../server-kit/page/styles/', import.meta.url),
  new URL('../../../widget/', import.meta.url),
]

test('no style sheet changes the visual order of the markup', async () => {
  const found: string[] = []
  for (const folder of folders) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.css') || /node_modules|dist/.test(file)) continue
      const css = await readFile(new URL(file, folder), 'utf8')
      for (const [declaration] of css.matchAll(
        /^\s*(?:order|reading-flow)\s*:[^;]*|(?:row|column|wrap)-reverse|\bdense\b/gm,
      ))
        found.push(`${file}: ${declaration.trim()}`)
    }
  }
  expect(found).toEqual([])
})
