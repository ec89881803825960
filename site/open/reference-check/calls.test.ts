import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { CheckAnswer, largestBibliography } from './api-call.ts'

// The papers of the app under test: every DOI has a title, and those that end so are retracted in no list but in `statuses`.

describeStore<AppTables>('checking references', siteMigrations, open => {
  const start = async () => {
    const { app } = appUnderTest({ db: await open() })
    const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
      app.request(path, { method: 'POST', body, headers: { Accept: 'application/json', ...headers } })
    return { app, post }
  }

  test('API clients send JSON or the bibliography itself', async () => {
    const { post } = await start()
    const bib = '@article{a, doi={10.1000/a}}'
    const answers = await Promise.all([
      post('/api/v1/check', JSON.stringify({ text: bib }), { 'Content-Type': 'application/json' }),
      post('/api/v1/check', bib, { 'Content-Type': 'application/x-bibtex' }),
      post('/api/v1/check', bib, { 'Content-Type': 'text/plain; charset=utf-8' }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      const { references, counts } = CheckAnswer.parse(await answer.json())
      expect(references).toMatchObject([
        {
          key: 'a',
          line: 1,
          doi: '10.1000/a',
          found_by: 'doi',
          title: 'Title of 10.1000/a',
          status: { key: 'nothing-found' },
        },
      ])
      expect(counts).toEqual({ references: 1, unread: 0, 'nothing-found': 1 })
    }
  })

  test.each<[string, string, number, RegExp]>([
    ['{"text":"10.1000/a","texts":1}', 'application/json', 400, /There is no field texts/],
    ['{"text":1}', 'application/json', 400, /Invalid text: send the bibliography as a string/],
    ['{', 'application/json', 400, /not valid JSON/],
    ['', 'text/plain', 422, /There is no reference/],
    ['%PDF-', 'text/plain', 422, /This is a PDF/],
    ['a=b', 'application/x-www-form-urlencoded', 415, /Send the body as application\/json/],
  ])('the API rejects %s as %s', async (body, type, status, sentence) => {
    const { post } = await start()
    const answer = await post('/api/v1/check', body, { 'Content-Type': type })
    expect(answer.status).toBe(status)
    expect((await answer.json()).detail).toMatch(sentence)
  })

  test('a body over the size limit is rejected', async () => {
    const { post } = await start()
    const length = (bytes: number) => ({ 'Content-Type': 'text/plain', 'Content-Length': String(bytes) })
    expect((await post('/api/v1/check', '10.1000/a', length(largestBibliography + 1))).status).toBe(413)
    expect((await post('/api/v1/check', '10.1000/a', length(largestBibliography))).status).toBe(200)
    expect((await post('/10.1000/a/vote', 'x', length(64_001))).status).toBe(413)
  })

  const form = (text: string, as?: string): FormData => {
    const data = new FormData()
    data.set('text', text)
    if (as !== undefined) data.set('as', as)
    return data
  }

  test('a form returns an uncached page without JavaScript', async () => {
    const { post } = await start()
    const answer = await post('/check', form('10.1000/a'), { Accept: 'text/html' })
    const { page, model } = await answer.json()
    expect([answer.status, answer.headers.get('Cache-Control'), page, model.result.headline]).toEqual([
      200,
      'private, no-cache',
      'check',
      'No retractions, concerns or failed replications found in 1 reference',
    ])
    const refused = await post('/check', form(''), { Accept: 'text/html' })
    expect([refused.status, (await refused.json()).model.problem]).toEqual([422, 'There is no reference in this text.'])
  })

  test('the page’s script receives the progress of the check', async () => {
    const { post } = await start()
    const answer = await post('/check', form('10.1000/a\n10.1000/b'), { Accept: 'application/x-ndjson' })
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ kind }) => kind)).toEqual(['progress', 'progress', 'done'])
    expect(lines[1]).toEqual({ kind: 'progress', checked: 2, of: 2 })
  })

  test.each([
    ['csv', 'text/csv; charset=utf-8', 'references.csv'],
    ['json', 'application/json; charset=utf-8', 'references.json'],
    ['notes', 'text/plain; charset=utf-8', 'references-with-notes.txt'],
  ])('the result is available as a file: %s', async (as, type, name) => {
    const { post } = await start()
    const answer = await post('/check', form('10.1000/a', as))
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
      200,
      type,
      `attachment; filename="${name}"`,
    ])
  })

  test('a file takes precedence over text, and an unknown output format is rejected', async () => {
    const { post } = await start()
    const both = form('10.1000/text', 'json')
    both.set('file', new File(['10.1000/file'], 'list.txt'))
    expect((await (await post('/check', both)).json()).references.map(({ doi }: { doi: string }) => doi)).toEqual([
      '10.1000/file',
    ])
    expect((await post('/check', form('10.1000/a', 'pdf'))).status).toBe(400)
  })
})
