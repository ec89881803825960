import { afterEach, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { createOutsideService } from '../../kit/outside/index.ts'
import { type ScriptedService, startScriptedService } from '../../testing/index.ts'
import { askCrossref } from './crossref.ts'

const doi = parseDoi('10.1000/asked') as Doi

let crossref: ScriptedService
afterEach(() => crossref.close())

const answerTo = async (message: object) => {
  crossref = await startScriptedService(() => ({ status: 200, body: { status: 'ok', message } }))
  const service = createOutsideService({ name: 'Crossref', userAgent: 'test', now: Date.now })
  return askCrossref({ service, url: crossref.url, mailto: undefined, now: Date.now })(doi, 1_000)
}

test('a record of another DOI is not shown as this paper’s', async () => {
  expect(await answerTo({ DOI: '10.9999/other', title: ['Another paper'] })).toEqual({ kind: 'not-found' })
})

test('a record is this paper’s however its DOI is spelt, and when it does not say', async () => {
  expect(await answerTo({ DOI: '10.1000/ASKED', title: ['This paper'] })).toMatchObject({ kind: 'found' })
  await crossref.close()
  expect(await answerTo({ title: ['This paper'] })).toMatchObject({ kind: 'found', facts: { title: 'This paper' } })
})
