import { expect, test } from 'vitest'
import { readArguments } from './read-arguments.ts'
import { failsByDefault } from './statuses.ts'

const site = 'https://corroborate.example'

test('check options are read from the command line', () => {
  expect(readArguments(['check', 'a.bib', 'b.ris', 'a.bib'], { CORROBORATE_URL: site })).toEqual({
    kind: 'check',
    files: ['a.bib', 'b.ris'],
    site: new URL(site),
    format: 'text',
    failOn: failsByDefault,
    baseline: null,
  })
  const more = [
    '--site',
    site,
    '--format=sarif',
    '--fail-on',
    'mixed,corrected',
    '--baseline',
    'b.json',
    '--update-baseline',
  ]
  expect(readArguments(['check', ...more, '--', '-a.bib'], { CORROBORATE_URL: 'https://other.example' })).toEqual({
    kind: 'check',
    files: ['-a.bib'],
    site: new URL(site),
    format: 'sarif',
    failOn: ['mixed', 'corrected'],
    baseline: { path: 'b.json', update: true },
  })
})

test.each([
  [['--help'], 'help'],
  [['check', '-h'], 'help'],
  [['--version'], 'version'],
])('%j is parsed as %s', (given, kind) => {
  expect(readArguments(given, {})).toEqual({ kind })
})

test.each([
  [[], 'Say what to do'],
  [['tidy', 'a.bib'], 'There is no command tidy'],
  [['check'], 'Name the bibliographies'],
  [['check', 'a.bib'], 'Say which site to ask'],
  [['check', 'a.bib', '--site', ''], 'Say which site to ask'],
  [['check', 'a.bib', '--site', 'corroborate.example'], 'is no address'],
  [['check', 'a.bib', '--site', 'file:///etc'], 'is no address'],
  [['check', 'a.bib', '--site', site, '--format', 'xml'], 'There is no format xml'],
  [['check', 'a.bib', '--site', site, '--fail-on', 'retracted,held'], 'does not know "held"'],
  [['check', 'a.bib', '--site', site, '--fail-on', ''], 'does not know ""'],
  [['check', 'a.bib', '--site', site, '--update-baseline'], 'name it'],
  [['check', 'a.bib', '--site', site, '--loud'], '--loud'],
  [['check', 'a.bib', '--site'], '--site'],
])('%j is rejected: %s', (given, says) => {
  expect(() => readArguments(given, {})).toThrow(says)
})
