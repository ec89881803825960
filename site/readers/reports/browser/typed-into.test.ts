import { describe, expect, test } from 'vitest'
import { type Entries, noEntries } from '../entries.ts'
import { typedInto } from './send-report.ts'

const hash = 'a'.repeat(64)

/** The form as the server sends it for these entries: each field by itself, and two rows of results at least. */
const formOf = ({ results, files, unread: _, ...texts }: Entries): FormData => {
  const form = new FormData()
  form.set('doi', '10.1/a')
  for (const [field, text] of Object.entries(texts)) form.set(field, text)
  const rows = [...results, ...Array.from({ length: Math.max(0, 2 - results.length) }, () => noResult)]
  for (const { claim, published, obtained, verdict } of rows) {
    form.append('resultClaim', claim)
    form.append('resultPublished', published)
    form.append('resultObtained', obtained)
    form.append('resultVerdict', verdict)
  }
  form.set('manifest', files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
  return form
}
const noResult = { claim: '', published: '', obtained: '', verdict: 'same' } as const

const sent: Entries = {
  ...noEntries,
  auditorName: 'Ada',
  platform: 'linux',
  approach: 'Ran it.',
  results: [{ claim: 'Table 1', published: '1', obtained: '1', verdict: 'same' }, noResult],
  files: [{ name: 'a.csv', size: 5, sha256: hash }],
  unread: ['b.csv'],
}

describe('input in the report form before hydration', () => {
  test.each([
    ['an empty form', noEntries],
    ['a draft', sent],
  ])('no input is detected for %s nobody touched', (_, entries) =>
    expect(typedInto(entries, formOf(entries))).toEqual({}),
  )

  test('only touched fields are collected', () => {
    const form = formOf(sent)
    form.set('approach', 'Ran it twice.')
    form.set('platform', 'macos')
    expect(typedInto(sent, form)).toEqual({ approach: 'Ran it twice.', platform: 'macos' })
  })

  test('an emptied field is collected', () => {
    const form = formOf(sent)
    form.set('auditorName', '')
    expect(typedInto(sent, form)).toEqual({ auditorName: '' })
  })

  test('all results are collected if one was edited, and all files', () => {
    const results: Entries['results'] = [
      { claim: 'Table 1', published: '1', obtained: '2', verdict: 'differs' },
      { claim: 'Table 2', published: '', obtained: '', verdict: 'unclear' },
    ]
    const files = [...sent.files, { name: 'b.csv', size: null, sha256: 'b'.repeat(64) }]
    expect(typedInto(sent, formOf({ ...sent, results, files }))).toEqual({
      results,
      files: files.map(file => ({ ...file, size: null })),
    })
  })
})
