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
    'mixed-replications,corrected',
    '--baseline',
    'b.json',
    '--update-baseline',
  ]
  expect(readArguments(['check', ...more, '--', '-a.bib'], { CORROBORATE_URL: 'https://other.example' })).toEqual({
    kind: 'check',
    files: ['-a.bib'],
    site: new URL(site),
    format: 'sarif',
    failOn: ['mixed-replications', 'corrected'],
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
  [[], 'Missing command'],
  [['tidy', 'a.bib'], 'Unknown command tidy'],
  [['check'], 'Missing file'],
  [['check', 'a.bib'], 'Missing site'],
  [['check', 'a.bib', '--site', ''], 'Missing site'],
  [['check', 'a.bib', '--site', 'corroborate.example'], 'is not a URL'],
  [['check', 'a.bib', '--site', 'file:///etc'], 'is not a URL'],
  [['check', 'a.bib', '--site', site, '--format', 'xml'], 'Unknown format xml'],
  [['check', 'a.bib', '--site', site, '--fail-on', 'retracted,replicated'], 'Unknown status "replicated"'],
  [['check', 'a.bib', '--site', site, '--fail-on', ''], 'Unknown status ""'],
  [['check', 'a.bib', '--site', site, '--update-baseline'], 'requires --baseline'],
  [['check', 'a.bib', '--site', site, '--loud'], '--loud'],
  [['check', 'a.bib', '--site'], '--site'],
])('%j is rejected: %s', (given, says) => {
  expect(() => readArguments(given, {})).toThrow(says)
})
