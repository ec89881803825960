import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkStarterCorpus, describeReport } from './check-starter-corpus.ts'

const corpus = import.meta.dirname
const data = join(corpus, '../../../../shared/data')
const nowhere = join(corpus, 'no-such-folder')

describe('starter corpus', () => {
  test('the corpus contains well-formed, connected facts from many fields', async () => {
    const report = await checkStarterCorpus(corpus, nowhere, Date.now())

    expect(report.problems).toEqual([])
    expect(report.works.rows).toBeGreaterThanOrEqual(260)
    expect(report.fields).toBeGreaterThanOrEqual(12)
    expect(report.updates.rows).toBeGreaterThanOrEqual(25)
    expect(report.replications.rows).toBeGreaterThanOrEqual(40)
  })

  test('the corpus agrees with the shared data where both have facts', async context => {
    const report = await checkStarterCorpus(corpus, data, Date.now())
    if (report.comparedWith === null) context.skip('the shared data is not here, so nothing was compared')

    await context.annotate(describeReport(report))
    expect(report.problems).toEqual([])
    expect(report.works.confirmed).toBeGreaterThan(0)
  })
})

describe('invalid starter corpus', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'starter-corpus-'))
    for (const file of ['works.jsonl', 'updates.csv', 'replications.csv'])
      cpSync(join(corpus, file), join(folder, file))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  test.each([
    ['a line that is not JSON', 'works.jsonl', /^\{/, '', /works\.jsonl:1: /],
    ['a DOI in upper case', 'works.jsonl', '10.1103/physrev.47.777', '10.1103/PhysRev.47.777', /storage form/],
    ['a DOI given twice', 'works.jsonl', '10.1103/physrev.47.777', '10.1103/physrev.108.1175', /is there twice/],
    ['an update of an unknown work', 'updates.csv', '10.1038/nature26142', '10.1038/nature26143', /not in works/],
    ['an impossible date', 'updates.csv', '2022-09-26', '2022-02-30', /neither empty nor/],
    ['a quote', 'replications.csv', ',failed,,', ',failed,It did not work,', /not ours to copy/],
    ['another header', 'replications.csv', 'doi_original,', 'original,', /the header is not/],
  ])('the error is located: %s', async (_name, file, from, to, problem) => {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))

    const report = await checkStarterCorpus(folder, nowhere, Date.now())

    expect(report.problems).toContainEqual(expect.stringMatching(problem))
    expect(describeReport(report)).toContain('problems.')
  })
})
