import { expect, test } from 'vitest'
import { documents, readSource } from '../scripts/source-files.ts'

/** Matches a size, a short duration or a ratio: figures that vary between runs. DOIs such as 10.1016/s0140 don't match. */
const figure = /\d[\d.,]*\s?(?:KB|kB|MB|GB|ms|µs|×|bytes)(?![A-Za-z])|(?<![\d.,])\d[\d,]*\/s(?![A-Za-z\d/])/g

/** Figures that are set rather than measured, such as limits and dimensions. Keyed by document, quoted verbatim. */
const setNotMeasured: Readonly<Record<string, readonly string[]>> = {
  'CONTRIBUTING.md': ['200 MB'],
  'docs/operations.md': [
    '1 MB',
    '100 kB',
    '12 MB',
    '16 MB',
    '32 MB',
    '5 MB',
    '500 kB',
    '512 MB',
    '64 MB',
    '64 kB',
    '8 MB',
  ],
  'docs/decisions/12-normalize-dois-and-match-the-raw-path.md': ['1,024 bytes'],
}

/** Documents that may contain measured figures: the table of all rows, and the notes on scaling. */
const measured = ['bench/results.md', 'docs/scale.md']

const figuresOf = (document: string): string[] => readSource(document).match(figure) ?? []

test('no document repeats measured figures: they live in bench/results.md and docs/scale.md', () => {
  const found = documents
    .filter(document => !measured.includes(document))
    .flatMap(document => {
      const figures = [...new Set(figuresOf(document))].toSorted()
      return figures.length === 0 ? [] : [[document, figures] as const]
    })
  // A limit that has gone needs its line no more.
  expect(Object.fromEntries(found)).toEqual(setNotMeasured)
})
