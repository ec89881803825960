import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorksWriter, prepareWork } from '../../paper/works-index/index.ts'
import { createReferenceReader, mostChecks, type ReferenceReader } from './reference-reader.ts'
import { exampleReference, exampleWork } from './testing/index.ts'

let folder: string
let reader: ReferenceReader
const notices: string[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reference-reader-'))
  const file = join(folder, 'works.sqlite')
  const writer = openWorksWriter(file)
  writer.put([prepareWork(exampleWork({ pmid: 4242 }))], 'keep')
  writer.close()
  reader = createReferenceReader({ place: { kind: 'file', file }, onNotice: sentence => notices.push(sentence) })
})
afterAll(async () => {
  await reader.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a worker thread parses a bibliography and resolves PubMed ids of indexed works', async () => {
  expect(await reader.read(bytesOf('PMID: 4242\nPMID: 1'), 'somebody')).toMatchObject({
    kind: 'read',
    bibliography: { format: 'plain', references: [{ pmid: '4242' }, { pmid: '1' }] },
    byPmid: new Map([['4242', '10.1000/cats']]),
  })
  expect(await reader.read(bytesOf(''), 'somebody')).toEqual({
    kind: 'unreadable',
    sentence: 'There is no reference in this text.',
  })
})

test('a worker thread finds candidate works for titles', async () => {
  const { title } = exampleWork()
  const references = [{ title: 'Nobody has written this paper' }, { title, year: 2010, firstAuthor: 'Lovelace' }]
  expect(await reader.find(references.map(exampleReference), 'somebody')).toMatchObject([
    [],
    [{ doi: '10.1000/cats', titled: 'whole', author: 'agrees', dated: 'same' }],
  ])
})

test('files are queued up to a limit, and one more is rejected as busy', async () => {
  const senders = Array.from({ length: mostChecks + 8 }, (_, n) => `sender ${n}`)
  const answers = await Promise.all(senders.map(sender => reader.read(bytesOf('10.1000/cats'), sender)))
  const read = answers.filter(({ kind }) => kind === 'read').length
  expect(read).toBeGreaterThan(mostChecks)
  expect(answers.map(({ kind }) => kind)).toEqual(answers.map((_, n) => (n < read ? 'read' : 'busy')))
  expect(notices).toEqual([])
})

test('a failure in the worker thread is reported as busy and logged', async () => {
  expect(await reader.find([null as never], 'somebody')).toEqual({ kind: 'busy' })
  expect(notices).toEqual([expect.stringMatching(/^A bibliography could not be read: ./)])
})
