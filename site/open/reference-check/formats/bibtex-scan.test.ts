import { expect, test } from 'vitest'
import { lineCounter, scanBibtex } from './bibtex-scan.ts'

const scanned = (text: string) => {
  const all = [...scanBibtex(text)]
  return {
    entries: all.filter(each => each.kind === 'entry'),
    broken: all.filter(each => each.kind === 'broken').map(({ kind: _, ...broken }) => broken),
  }
}

const fieldsOf = (text: string) => scanned(text).entries.map(({ fields }) => Object.fromEntries(fields))

test('a BibTeX entry has type, key, line and position', () => {
  const text = 'Mine:\n@Article{ smith2010 ,\n title = {One}}\n\n@ book ( b, title="Two" ) more'
  const { entries, broken } = scanned(text)
  expect(broken).toEqual([])
  expect(entries.map(({ type, key, line, start, end }) => [type, key, line, text.slice(start, end)])).toEqual([
    ['article', 'smith2010', 2, '@Article{ smith2010 ,\n title = {One}}'],
    ['book', 'b', 5, '@ book ( b, title="Two" )'],
  ])
})

test.each([
  ['@a{title={One}}', null],
  ['@a{,title={One}}', null],
  ['@a{k}', 'k'],
  ['@a{ %mine\n k, title={One}}', 'k'],
  ['@a{k:1/2-3, title={One}}', 'k:1/2-3'],
])('the key of %j is %j', (text, key) => expect(scanned(text).entries.map(each => each.key)).toEqual([key]))

test.each<[string, Record<string, string>]>([
  ['title = {Why {Cats} land}', { title: 'Why {Cats} land' }],
  ['title = "Why {"}cats{"} land"', { title: 'Why {"}cats{"} land' }],
  ['title = {Say "cats" now}', { title: 'Say "cats" now' }],
  ['title = {a \\} b}', { title: 'a \\} b' }],
  ['title = "a \\" b"', { title: 'a \\" b' }],
  ['TITLE = {One}, title = {Two}', { title: 'One' }],
  ['title={One},,, year=2010,', { title: 'One', year: '2010' }],
  ['title={One} year=2010', { title: 'One', year: '2010' }],
  ['% one\n title % two\n = % three\n {One} % four\n, year = 2010 % five', { title: 'One', year: '2010' }],
  ['title = {One} # " and " # two # 3', { title: 'One and two3' }],
  ['title = {}, month = jan', { title: '', month: 'jan' }],
])('BibTeX fields are parsed: %s', (fields, expected) => {
  expect(fieldsOf(`@a{k, ${fields}\n}`)).toEqual([expected])
})

test('string macros are expanded, comments and preambles skipped', () => {
  const text =
    '@STRING{Me = "Ada" # " L"}\n@preamble{"x" # {y}}\n@comment{not, an = entry}\n@a{k, author = me, editor = nobody}'
  const { entries, broken } = scanned(text)
  expect(broken).toEqual([])
  expect(entries.map(({ key, fields }) => [key, Object.fromEntries(fields)])).toEqual([
    ['k', { author: 'Ada L', editor: 'nobody' }],
  ])
})

test('entries inside a preamble are ignored', () => {
  expect(scanned('@preamble{"@misc{x, title={No}}"}\n@a{k}').entries.map(({ key }) => key)).toEqual(['k'])
})

const next = '\n  @b{next}'
test.each([
  ['@a{k, title={One}', 'Its closing brace is missing.'],
  ['@a{k, = {One}}', 'The name of a field is missing.'],
  ['@a{k, title {One}}', 'The sign = is missing after “title”.'],
  ['@a{k, title = }', 'A field has no value.'],
  ['@a{k, title = {One', 'The sign } that ends a field is missing.'],
  ['@a{k, title = "One', 'The sign " that ends a field is missing.'],
])('a truncated entry is listed with its reason, and the next is parsed: %s', (text, why) => {
  const { entries, broken } = scanned(`\n${text}${next}`)
  expect(broken).toEqual([{ line: 2, text, why }])
  expect(entries.map(({ key, line }) => [key, line])).toEqual([['next', 3]])
})

test.each(['@ b{next}', '@b {next}'])('after a truncated entry %j is parsed', text => {
  expect(scanned(`@a{k, title {One}}\n${text}`).entries.map(({ key }) => key)).toEqual(['next'])
})

test('a comment at the end of a truncated text is skipped', () => {
  const { broken } = scanned('@a{k, title={One}, % and so on')
  expect(broken).toMatchObject([{ line: 1, why: 'Its closing brace is missing.' }])
})

test('an at sign within a line does not start an entry after a truncated one', () => {
  const { entries, broken } = scanned('@a{k, title = see x@b{c} }')
  expect([entries, broken.map(({ text }) => text)]).toEqual([[], ['@a{k, title = see x@b{c} }']])
})

test.each([
  [100_000, 1],
  [100_001, 0],
])('a field of %i characters is parsed, a longer one is not', (length, count) => {
  expect(scanned(`@a{k, abstract={${'x'.repeat(length)}}}`).entries).toHaveLength(count)
})

test('lines are numbered from 1', () => {
  const lineAt = lineCounter('a\nb\n\nc')
  expect([0, 1, 2, 3, 4, 5].map(lineAt)).toEqual([1, 1, 2, 2, 3, 4])
})
