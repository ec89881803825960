import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { mergeEvidence } from './merge-evidence.ts'
import { exampleEvidence, exampleUpdate } from './testing/index.ts'

/** Retraction flags of records without a notice, with their source. */
const stated = (given: Partial<Evidence>) =>
  mergeEvidence(exampleEvidence(given)).stated.map(({ meaning, source }) => [meaning.label, source.name])
const flagged = { retractedBy: 'OpenAlex' }
const own = (type: string) => [exampleUpdate({ type, title: null })]
const announced = (type: string) => [
  exampleUpdate({ type, title: null, doi: '10.1000/other', noticeDoi: '10.1000/paper' }),
]

describe('retraction stated by a record without a notice', () => {
  test.each<[string, Partial<Evidence>, [string, string][]]>([
    ['nothing', {}, []],
    ['by its flag', flagged, [['Retraction', 'OpenAlex']]],
    ['by its title', { title: 'RETRACTED: A paper' }, [['Retraction', 'the paper’s title']]],
    [
      'by its title, in a record that has a name',
      { title: 'RETRACTED: A paper', titleFrom: 'OpenAlex' },
      [['Retraction', 'the paper’s title in OpenAlex']],
    ],
    ['that it was withdrawn', { title: 'WITHDRAWN: A paper' }, [['Withdrawal', 'the paper’s title']]],
    [
      'that it was withdrawn, by its title, and its flag names who says so',
      { ...flagged, title: 'WITHDRAWN: A paper' },
      [['Withdrawal', 'OpenAlex']],
    ],
    ['nothing, where its title is that of a notice', { ...flagged, title: 'Retraction: A paper' }, []],
    [
      'by the flag of a notice about something else',
      { updates: [exampleUpdate({ type: 'expression-of-concern', retracted: true, title: null })] },
      [['Retraction', 'Crossref']],
    ],
    [
      'nothing by the flag of a notice about another paper',
      {
        updates: [
          exampleUpdate({
            ...{ type: 'expression-of-concern', retracted: true, title: null },
            ...{ doi: '10.1000/other', noticeDoi: '10.1000/paper' },
          }),
        ],
      },
      [],
    ],
    ['nothing that a notice tells', { ...flagged, updates: own('retraction') }, []],
    ['nothing that was taken back', { ...flagged, updates: own('reinstatement') }, []],
    ['its flag, beside a correction', { ...flagged, updates: own('correction') }, [['Retraction', 'OpenAlex']]],
    ['nothing, where it is itself the retraction of another', { ...flagged, updates: announced('retraction') }, []],
    [
      'its flag, where it corrects another',
      { ...flagged, updates: announced('correction') },
      [['Retraction', 'OpenAlex']],
    ],
  ])('record evidence: %s', (_, given, expected) => {
    expect(stated(given)).toEqual(expected)
  })
})
