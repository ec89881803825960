import { expect, test } from 'vitest'
import { argumentsOfAction } from './arguments-of-action.ts'

const files: Readonly<Record<string, readonly string[]>> = { '**/*.bib': ['b.bib', 'a.bib'], 'a.*': ['a.bib', 'a.ris'] }
const filesOf = (pattern: string): readonly string[] => files[pattern] ?? []

test('action inputs become command-line arguments, omitting empty ones', () => {
  const inputs = {
    INPUT_SITE: 'https://corroborate.example',
    INPUT_FILES: '**/*.bib\r\n\n a.* \n',
    INPUT_BASELINE: ' ',
  }
  expect(argumentsOfAction(inputs, filesOf)).toEqual([
    'check',
    '--format=github',
    '--site=https://corroborate.example',
    '--',
    'a.bib',
    'a.ris',
    'b.bib',
  ])
  expect(argumentsOfAction({ ...inputs, 'INPUT_FAIL-ON': 'none', INPUT_BASELINE: 'b.json' }, filesOf)).toEqual(
    expect.arrayContaining(['--fail-on=none', '--baseline=b.json']),
  )
})

test.each([
  [{}, 'Say which files'],
  [{ INPUT_FILES: '\n' }, 'Say which files'],
  [{ INPUT_FILES: '**/*.bib\n**/*.ris' }, 'No file matches **/*.ris'],
])('%j is rejected: %s', (inputs, says) => {
  expect(() => argumentsOfAction(inputs, filesOf)).toThrow(says)
})
