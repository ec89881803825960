import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { openWorksReader, openWorksWriter } from '../../paper/works-index/index.ts'
import { importFiles } from './import-files.ts'
import { loadStarterCorpus, type StarterKnown, type StarterStore } from './load-starter.ts'
import { parserHere } from './parser.ts'
import { memorySink, openAlexLine, temporaryFolder } from './testing/files.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const writeCorpus = (works: string[]): string => {
  const path = join(folder.path, 'corpus')
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'works.jsonl'), works.join('\n'))
  writeFileSync(
    join(path, 'updates.csv'),
    'doi,retracted,update_type,update_doi\n10.1000/a,True,retraction,10.1000/n\n',
  )
  writeFileSync(
    join(path, 'replications.csv'),
    'doi_original,doi_replication,type,outcome\n10.1000/a,10.1000/b,replication,failed\n',
  )
  return path
}

test('the starter corpus is loaded once, reloaded when changed, and leaves imported works alone', async () => {
  const indexFile = join(folder.path, 'works.sqlite')
  let known: StarterKnown | null = null
  const store: StarterStore = {
    isEmpty: async () => known === null,
    replace: async given => {
      known = given
    },
  }
  const load = (works: string[]) => loadStarterCorpus({ folder: writeCorpus(works), indexFile, store, now: Date.now })
  const title = (doi: string) => {
    const reader = openWorksReader(indexFile)
    const answer = reader.findWork(storedDoi(doi))
    reader.close()
    return answer.kind === 'found' ? `${answer.work.source}: ${answer.work.title}` : answer.kind
  }

  const first = [openAlexLine('10.1000/a', { display_name: 'A' }), openAlexLine('10.1000/b', { display_name: 'B' })]
  const loaded = await load(first)
  expect(loaded).toMatchObject({ kind: 'loaded', problems: [] })
  const asWritten = { updates: [{ noticeDoi: '10.1000/n' }], replications: [{ outcome: 'failed' }] }
  expect(known).toMatchObject(asWritten)
  expect(title('10.1000/b')).toBe('starter: B')
  expect(await load(first)).toEqual({ kind: 'unchanged' })
  known = null
  expect(await load(first)).toMatchObject({ kind: 'loaded' })
  expect(known).toMatchObject(asWritten)

  const { sink } = memorySink()
  const writer = openWorksWriter(indexFile)
  const file = folder.write('import.jsonl', openAlexLine('10.1000/a', { display_name: 'A, imported' }))
  await importFiles({
    files: [file],
    writer,
    parser: parserHere('import'),
    sink: async () => sink,
    onKnown: 'keep',
    now: Date.now,
  })
  writer.close()
  expect(title('10.1000/a')).toBe('import: A, imported')

  await load([openAlexLine('10.1000/a', { display_name: 'A' }), openAlexLine('10.1000/c', { display_name: 'C' })])
  expect(title('10.1000/a')).toBe('import: A, imported')
  expect(title('10.1000/b')).toBe('not-found')
  expect(title('10.1000/c')).toBe('starter: C')
})
