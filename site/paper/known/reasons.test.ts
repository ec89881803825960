import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { formatReason, whyOf } from './reasons.ts'

test.each([
  ['Concerns/Issues About Data', 'concerns about data'],
  ['Concerns/Issues with Peer Review', 'concerns about peer review'],
  ['Unreliable Results and/or Conclusions', 'unreliable results or conclusions'],
  ['Duplication of/in Image', 'duplication of image'],
  ['Falsification/Fabrication of Data', 'falsification or fabrication of data'],
  ['Lack of IRB/IACUC Approval and/or Compliance', 'no approval by an ethics board, or its rules not kept'],
  ['Investigation by ORI', 'investigation by ORI'],
  ['Paper Mill', 'paper mill'],
])('%s reads “%s”', (reason, words) => expect(formatReason(reason)).toBe(words))

test('reasons about how a notice came about are omitted', () => {
  const reasons = ['Investigation by Journal/Publisher', 'Fake Peer Review', 'Notice - Limited or No Information']
  expect(whyOf([...reasons, 'Date of Article and/or Notice Unknown', 'Fake Peer Review'])).toEqual(['fake peer review'])
  expect(whyOf(['Removed'])).toEqual([])
})

const sample = new URL('../../../../shared/data/retraction-watch-sample.csv.gz', import.meta.url)

test.skipIf(!existsSync(sample))(
  'every reason of the real list can be read aloud (skipped without ../shared/data)',
  () => {
    const text = gunzipSync(readFileSync(sample)).toString('utf8')
    const reasons = new Set([...text.matchAll(/(?<=[,;"])\+([A-Z][^;",+]+);/g)].map(([, reason = '']) => reason.trim()))
    expect(reasons.size).toBeGreaterThan(90)
    for (const reason of reasons) expect(formatReason(reason)).toMatch(/^(?:[a-z]|ORI)[^/()]*$/)
  },
)
