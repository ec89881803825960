import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examples } from './examples.ts'

const works = readFileSync(new URL('../../finding/starter-corpus/works.jsonl', import.meta.url), 'utf8')

test.each(examples)('$doi is in the starter corpus', ({ doi }) => {
  expect(works).toContain(`"https://doi.org/${doi}"`)
})
