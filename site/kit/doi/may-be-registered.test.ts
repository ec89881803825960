import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from './doi.ts'
import { mayBeRegistered } from './match-doi-path.ts'

test.each([
  '10.1038/nature12373',
  '10.1000.10/123',
  '10.978.86123/45678',
  '10.48550/arxiv.1706.03762',
  '10.48550/arxiv.hep-th/9901001',
  '10.1002/1521-3951(200209)233:1<10::aid-pssb10>3.0.co;2-#',
  '10.1016/üникóδé',
  '10.1000/7',
  '10.48550/arxiv.math.gt/0309136',
])('%s may be', text => expect(mayBeRegistered(parseDoi(text) as Doi)).toBe(true))

test.each([
  '10.0000/anziamj.v56i0.9414',
  '10.0762/dapnia',
  '10.506123/dryad.8515',
  '10.1038/...',
  '10.1038/-',
  '10.1038/\ufffd\ufffd',
  '10.1038/nature\ufffd',
  '10.1038/<script>',
  '10.1038/<script>alert(1)</script>',
  '10.1000/123-</script',
  '10.1038/<img/src=x>',
  '10.48550/arxiv.1713.03762',
  '10.48550/arxiv.something',
  '10.48550/xarxiv.1706.03762',
  '10.48550/arxiv.1706.03762x',
  '10.12345978/x',
  '10.978123/x',
  '10.1038/<h1>x',
  '10.1038/x<b>y',
])('%s cannot be', text => expect(mayBeRegistered(parseDoi(text) as Doi)).toBe(false))

const retractions = new URL('../../../../shared/data/retractions-2026.csv.gz', import.meta.url)

describe.skipIf(!existsSync(retractions))('every retracted paper that Retraction Watch knows (../shared/data)', () => {
  test('every retracted paper in Retraction Watch has a plausible DOI', () => {
    const rows = gunzipSync(readFileSync(retractions)).toString('utf8').trimEnd().split('\n').slice(1)
    const dois = rows.map(row => parseDoi(row.split(',')[0] ?? '')).filter(doi => doi !== null)
    expect(dois.length).toBeGreaterThan(50_000)
    expect(dois.filter(doi => !mayBeRegistered(doi))).toEqual([])
  })
})
