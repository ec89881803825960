import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { createNameAbout, readAbout } from './store.ts'

const doi = storedDoi('10.1000/x')

/** A paper with these source facts, and no notes or reports. */
const nameAbout = (facts: readonly object[]) =>
  createNameAbout({} as never, { page: async () => ({ kind: 'page', model: { known: { facts } } }) as never })

const fact = { id: 'fact-1', label: 'Retraction', date: '2020-01-02', source: { name: 'Retraction Watch', href: null } }

test('feedback can be about a source’s statement while it exists', async () => {
  const about = { kind: 'source', id: 'fact-1' } as const
  expect(await nameAbout([{ ...fact, id: 'fact-0' }, fact])(doi, about, '192.0.2.1')).toEqual({
    ...about,
    words: 'Retraction, 2020-01-02, from Retraction Watch',
    href: '/10.1000/x#known',
  })
  expect((await nameAbout([{ ...fact, date: null }])(doi, about, ''))?.words).toBe('Retraction, from Retraction Watch')
  expect(await nameAbout([{ ...fact, id: 'fact-0' }])(doi, about, '')).toBeNull()
})

test('a paper without a page has no source statements', async () => {
  const name = createNameAbout({} as never, { page: async () => ({ kind: 'not-found' }) as never })
  expect(await name(doi, { kind: 'source', id: 'fact-1' }, '192.0.2.1')).toBeNull()
})

test.each([
  [undefined, { kind: 'page', id: '' }],
  ['', { kind: 'page', id: '' }],
  ['note:a-1', { kind: 'note', id: 'a-1' }],
  ['source:f_1', { kind: 'source', id: 'f_1' }],
  ['a note:a-1', null],
  ['note:a-1/x', null],
  ['vote:1', null],
  [`report:${'a'.repeat(65)}`, null],
])('the subject %j is parsed', (text, about) => {
  expect(readAbout(text)).toEqual(about)
})

test('a long subject is truncated', async () => {
  const named = await nameAbout([{ ...fact, label: 'x'.repeat(400) }])(doi, { kind: 'source', id: 'fact-1' }, '')
  expect(named?.words).toBe('x'.repeat(160))
})
