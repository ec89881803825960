import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { failsByDefault, type StatusKey, statuses } from './statuses.ts'
import { answerOf, referenceOf, startSite } from './testing/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'corroborate-cli-'))
const bibliography = join(folder, 'paper.bib')
const other = join(folder, 'other.ris')
beforeAll(() => {
  writeFileSync(bibliography, '@article{wakefield1998,\n  doi = {10.1016/S0140-6736(97)11096-0}\n}\n')
  writeFileSync(other, 'TY  - JOUR\nER  - \n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command line. Returns its output and its wait times in milliseconds. */
const ran = async (...given: string[]) => {
  let [out, err] = ['', '']
  const waits: number[] = []
  const code = await run(given, {
    environment: {},
    out: text => {
      out += text
    },
    err: text => {
      err += text
    },
    wait: async ms => waits.push(ms),
  })
  return { code, out, err, waits }
}

const about = (key: StatusKey, date: string | null = '2010-02-06') =>
  referenceOf({ status: { key, sentence: `It is ${key}.`, date } })

describe('corroborate check', () => {
  test('each file is sent unchanged, with the media type of its extension', async () => {
    const { origin, asked } = await startSite({ body: answerOf([]) })
    expect(await ran('check', bibliography, other, bibliography, '--site', origin)).toMatchObject({ code: 0, err: '' })
    const post = { method: 'POST', path: '/api/v1/check' }
    expect(asked).toEqual([
      { ...post, type: 'application/x-bibtex', body: readFileSync(bibliography, 'utf8') },
      { ...post, type: 'application/x-research-info-systems', body: readFileSync(other, 'utf8') },
    ])
  })

  test.each(statuses.map(status => [status, failsByDefault.some(each => each === status) ? 1 : 0] as const))(
    'a reference that is %s exits with %i',
    async (status, code) => {
      const { origin } = await startSite({ body: answerOf([about('nothing-found'), about(status)]) })
      expect((await ran('check', bibliography, '--site', origin)).code).toBe(code)
    },
  )

  test.each([
    ['corrected', 'retracted', 0],
    ['corrected', 'corrected', 1],
    ['retracted, corrected', 'corrected', 1],
    ['none', 'retracted', 0],
  ] as const)('with --fail-on %s, a reference that is %s exits with %i', async (failOn, status, code) => {
    const { origin } = await startSite({ body: answerOf([about(status)]) })
    expect((await ran('check', bibliography, '--site', origin, '--fail-on', failOn)).code).toBe(code)
  })

  test('the report shows the location, the status and a link for each finding', async () => {
    const possible_match = { doi: '10.1234/other', title: 'Another\u001b[2J title' }
    const { origin } = await startSite({
      body: answerOf(
        [
          about('corrected'),
          referenceOf(),
          referenceOf({
            key: null,
            doi: null,
            found_by: null,
            possible_match,
            status: { key: 'not-found', sentence: '', date: null },
          }),
        ],
        { unread: [{ line: 9, text: '@', reason: 'It breaks off.' }] },
      ),
    })
    const { out } = await ran('check', bibliography, '--site', origin)
    const paper = `${origin}/10.1016/s0140-6736(97)11096-0`
    expect(out.replaceAll(folder, '')).toBe(
      `/paper.bib:3: Retracted on 6 February 2010. (wakefield1998, 10.1016/s0140-6736(97)11096-0)
  ${paper}
/paper.bib:3: It is corrected. (wakefield1998, 10.1016/s0140-6736(97)11096-0)
  ${paper}
/paper.bib:3: Possible match to confirm: Another[2J title (10.1234/other).
  ${origin}/10.1234/other
/paper.bib:9: Unreadable: It breaks off.
3 references: 1 failed, 1 warning, 1 possible match, 1 unreadable.
`,
    )
  })
})

describe('baseline', () => {
  const baseline = join(folder, 'baseline.json')

  test('a baseline accepts current findings until they get worse', async () => {
    const { origin } = await startSite(
      { body: answerOf([about('expression-of-concern', '2019'), about('corrected')]) },
      { body: answerOf([about('expression-of-concern', '2019')]) },
      { body: answerOf([about('retracted')]) },
    )
    const check = ['check', bibliography, '--site', origin, '--baseline', baseline]
    expect(await ran(...check)).toMatchObject({ code: 2, err: expect.stringContaining('--update-baseline') })
    expect(await ran(...check, '--update-baseline')).toMatchObject({
      code: 0,
      err: expect.stringContaining('accepts 1'),
    })
    expect(JSON.parse(readFileSync(baseline, 'utf8'))).toEqual({
      version: 1,
      accepted: [{ doi: '10.1016/s0140-6736(97)11096-0', status: 'expression-of-concern', date: '2019' }],
    })
    expect(await ran(...check)).toMatchObject({ code: 0, out: '1 reference: 1 accepted.\n' })
    expect(await ran(...check)).toMatchObject({ code: 1 })
  })
})

describe('a busy site', () => {
  const done = { body: answerOf([]) }
  test.each([
    ['seconds', [{ status: 429, headers: { 'Retry-After': '7' } }, done], [7000]],
    [
      'more than once',
      [{ status: 503, headers: { 'Retry-After': '2' } }, { status: 429, headers: { 'Retry-After': '3' } }, done],
      [2000, 3000],
    ],
    ['no time', [{ status: 503 }, done], [5000]],
    ['0 seconds', [{ status: 429, headers: { 'Retry-After': '0' } }, done], [1000]],
  ])('the command retries after Retry-After: %s', async (_, answers, waits) => {
    const { origin } = await startSite(...answers)
    expect(await ran('check', bibliography, '--site', origin)).toMatchObject({ code: 0, waits })
  })

  test.each([
    ['an hour', '3600', 0],
    ['two minutes, again and again', '120', 2],
  ])('the command gives up when the site stays busy for %s', async (_, retryAfter, waited) => {
    const { origin } = await startSite({ status: 429, headers: { 'Retry-After': retryAfter } })
    const { code, err, waits } = await ran('check', bibliography, '--site', origin)
    expect([code, waits.length]).toEqual([2, waited])
    expect(err).toMatch(/Try again in \d+ minutes/)
  })
})

describe('files that cannot be checked exit with 2 and a hint', () => {
  test.each([
    ['a site that is no Corroborate site', { status: 404 }, 'make sure that --site is a Corroborate site'],
    ['a site that moved', { status: 301, headers: { Location: 'https://new.example/' } }, 'https://new.example/'],
    [
      'a file that the site refuses',
      { status: 422, body: { detail: 'It holds\u001b[31m no references.\n::error::' } },
      'It holds[31m no references. ::error::',
    ],
    ['a site that fails', { status: 500, body: '<html>' }, 'The site returned 500.'],
    ['an answer that is none', { body: { references: 'none' } }, 'Unknown response format'],
    [
      'a status of later',
      {
        body: answerOf([
          { ...referenceOf(), status: { key: 'cursed' as 'mixed-replications', sentence: '', date: null } },
        ]),
      },
      'install the newest version',
    ],
    [
      'a file of which nothing can be read',
      { body: answerOf([], { unread: [{ line: 4, text: '{', reason: 'It has too few words.' }] }) },
      'no reference in it can be read. Line 4: It has too few words.',
    ],
    ['an answer that breaks off', { body: '{"references": [' }, 'Unknown response format'],
  ])('exits with 2: %s', async (_, answer, says) => {
    const { origin } = await startSite(answer)
    const { code, out, err } = await ran('check', bibliography, '--site', origin)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
    expect(err).toMatch(/^corroborate: [^\n]+\n$/)
  })

  test('exits with 2 when the site is unreachable', async () => {
    const { code, err } = await ran('check', bibliography, '--site', 'http://127.0.0.1:1')
    expect(code).toBe(2)
    expect(err).toContain('http://127.0.0.1:1 cannot be reached')
  })

  test('exits with 2 when a file is missing, without sending anything', async () => {
    const { origin, asked } = await startSite({ body: answerOf([]) })
    const { code, err } = await ran('check', bibliography, join(folder, 'none.bib'), '--site', origin)
    expect(code).toBe(2)
    expect(err).toContain('none.bib cannot be read (ENOENT)')
    expect(asked).toEqual([])
  })

  test.each([
    ['{', 'it is not JSON'],
    ['{"version": 2, "accepted": []}', 'its version is not 1'],
    [
      '{"version": 1, "accepted": [{"doi": "10.1/a", "status": "cursed", "date": null}]}',
      'a status that this version knows',
    ],
    ['null', 'its version is not 1'],
  ])('exits with 2 for the baseline %s', async (text, says) => {
    const baseline = join(folder, 'wrong.json')
    writeFileSync(baseline, text)
    const { origin } = await startSite({ body: answerOf([]) })
    const { code, err } = await ran('check', bibliography, '--site', origin, '--baseline', baseline)
    expect(code).toBe(2)
    expect(err).toContain(says)
  })
})
