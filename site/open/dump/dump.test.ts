import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSnapshot } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { pages } from '../../app/pages.ts'
import { importFiles, startParser } from '../../finding/works-import/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { openAllWorks, openWorksWriter } from '../../paper/works-index/index.ts'
import { type AppTables, allRows } from '../../testing/index.ts'
import { type WriteOptions, writeDump } from './command.ts'
import { checkDump, restoreDump } from './restore-dump.ts'
import type { DumpTables } from './tables.ts'
import { type Answer, fillSite, papers, secrets, viewSite } from './testing/index.ts'

/** Paths with process state rather than site content: health, metrics, proof of work, the local sandbox, the provider. */
const ofTheProcess = /^\/(health|ready|metrics|live|proof-of-work|sandbox|\.well-known\/oauth-protected-resource)/

/**
 * Strips allowed differences: the page's script nonce, which `viewSite` removes, a feed's updated time, which is at least that of its
 * site's tables, and the request ID of an API error.
 */
const mayDiffer = (path: string, answer: Answer | undefined): Answer | undefined => {
  if (answer === undefined) return answer
  if (path.includes('.atom')) return { ...answer, body: answer.body.replace(/<updated>[^<]*<\/updated>/, '') }
  return { ...answer, body: answer.body.replace(/"request_id":"[^"]*"/, '') }
}

/** Pages that require an account or the moderator role. */
const ofAPerson = [
  'account',
  'authenticate',
  'awards',
  'dashboard',
  'logout',
  'mail-settings',
  'moderate',
  'money-desk',
]

/** Tables excluded from the dump, with the reason why public pages don't need them. */
const leftOut = {
  accounts: 'of a person',
  ended_sessions: 'of a person',
  votes: 'of a person: pages count them',
  watches: 'of a person: pages count them',
  watchers: 'of a person',
  news: 'of a person',
  report_drafts: 'of a person',
  payouts: 'of a person: the books say what was paid',
  payees: 'of a person',
  warned: 'of a person',
  problems: 'for moderators',
  held_forms: 'of a person: what they typed before they logged in',
  impersonated_requests: 'for administrators',
  blocked_writers: 'for moderators',
  proposals: 'for moderators',
  proposal_parts: 'for moderators',
  money_log: 'for moderators',
  money_actors: 'for moderators',
  reconciles: 'for moderators',
  stripe_events: 'of Stripe',
  activity_taken_back: 'of the program: for those who copied what the API told',
  assistant_drafts: 'of a person',
  search_answers: 'answers of OpenAlex, kept for a while',
  spent_proofs: 'work that was done already',
  schema_migration: 'of the program',
}

describeStore<DumpTables>('a dump', siteMigrations, (open, { placeOf }) => {
  const setUp = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-dump-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const db = await open()
    const indexFile = join(folder, 'works.sqlite')
    const to = join(folder, 'dump')
    const dump = async (options: WriteOptions = {}) => {
      const snapshot = await openSnapshot<DumpTables>(placeOf(db))
      const works = openAllWorks(indexFile)
      try {
        await writeDump(to, { snapshot, works, origin: 'http://localhost:5000', at: Date.now() }, options)
      } finally {
        works.close()
        await snapshot.close()
      }
      return to
    }
    return { folder, db, indexFile, dump, to, fill: () => fillSite(db as never, indexFile) }
  }
  const restoreInto = async (dumped: string, folder: string, db?: Kysely<DumpTables>) => {
    const other = db ?? (await open())
    const indexFile = join(folder, 'other.sqlite')
    await checkDump(dumped)
    await restoreDump(dumped, { db: other, indexFile, now: Date.now() })
    return { db: other, indexFile }
  }
  const rowsOf = (db: Kysely<DumpTables>) => allRows(db as unknown as Kysely<AppTables>)
  const linesOf = (dumped: string, name: string): Record<string, unknown>[] =>
    readFileSync(join(dumped, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))

  test('a dump restores into an empty site with identical public pages', async () => {
    const { db, indexFile, dump, folder, fill } = await setUp()
    await fill()
    const other = await restoreInto(await dump(), folder)

    const at = Date.now()
    const [before, after] = [viewSite(db, indexFile, at), viewSite(other.db, other.indexFile, at)]
    const known = storedDoi(papers.known)
    const from = [
      ...before.routes(),
      ...[papers.known, papers.unknown, '10.5555/looked-up'].map(doi => paths.paper(storedDoi(doi))),
      paths.search('smile'),
      paths.badge(known),
      paths.all(known, 'known'),
    ]
    const skip = (path: string) => ofTheProcess.test(path)
    const [shown, restored] = [await before.crawl(from, skip), await after.crawl(from, skip)]

    expect([...restored.keys()].toSorted()).toEqual([...shown.keys()].toSorted())
    for (const [path, answer] of shown)
      expect(mayDiffer(path, restored.get(path)), path).toEqual(mayDiffer(path, answer))
    const seen = new Set([...shown.values()].flatMap(({ body }) => /^\{"page":"([\w-]+)"/.exec(body)?.[1] ?? []))
    const unseen = pages.map(({ name }) => name).filter(name => !seen.has(name))
    expect(unseen.toSorted()).toEqual(ofAPerson)
    const files = ['.atom', '.bib', '.csv', '.json', '.svg', '.xml', '.yml']
    expect(files.filter(end => ![...shown.keys()].some(path => path.replace(/\?.*/, '').endsWith(end)))).toEqual([])
  })

  test('a dump covers every table pages need, and no personal data that pages do not show', async () => {
    const { db, dump, folder, fill } = await setUp()
    await fill()
    const dumped = await dump()
    const other = await restoreInto(dumped, folder)
    const [source, restored] = [await rowsOf(db), await rowsOf(other.db)]
    expect(
      Object.keys(restored)
        .filter(table => restored[table]?.length === 0 || table === 'schema_migration')
        .toSorted(),
    ).toEqual(Object.keys(leftOut).toSorted())
    const all = JSON.stringify(source)
    for (const secret of secrets) {
      expect(all, `the site has it: ${secret}`).toContain(secret)
      for (const file of readdirSync(dumped))
        expect(readFileSync(join(dumped, file), 'utf8'), file).not.toContain(secret)
      expect(JSON.stringify(restored), secret).not.toContain(secret)
    }
    const accounts = (await db
      .selectFrom('accounts' as never)
      .select('user_id' as never)
      .execute()) as { user_id: string }[]
    expect(accounts.length).toBeGreaterThan(3)
    const text = readdirSync(dumped)
      .map(file => readFileSync(join(dumped, file), 'utf8'))
      .join()
    for (const { user_id } of accounts) expect(text).not.toContain(user_id)
  })

  test('a dump is a valid Data Package describing each file', async () => {
    const { dump, fill } = await setUp()
    await fill()
    const dumped = await dump()
    const described = JSON.parse(readFileSync(join(dumped, 'datapackage.json'), 'utf8'))
    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/datapackage-2.0.schema.json'), 'utf8'))
    const isValid = ajv.compile(schema)
    expect(isValid(described), JSON.stringify(isValid.errors)).toBe(true)
    expect(isValid({ ...described, resources: [{ name: 'x', hash: 1 }] })).toBe(false)
    const files = described.resources.map(({ path }: { path: string }) => path)
    expect(readdirSync(dumped).toSorted()).toEqual([...files, 'LICENCES.md', 'datapackage.json'].toSorted())
    for (const { path, bytes, hash, rows, licenses, schema: table, name } of described.resources) {
      const content = readFileSync(join(dumped, path))
      expect([bytes, hash], path).toEqual([
        content.length,
        `sha256:${createHash('sha256').update(content).digest('hex')}`,
      ])
      expect(licenses, path).toHaveLength(1)
      const lines = linesOf(dumped, name)
      expect(lines.length, path).toBe(rows)
      const columns = table.fields.map(({ name: column }: { name: string }) => column)
      const keys = lines.map(line => JSON.stringify(table.primaryKey.map((column: string) => line[column])))
      for (const line of lines) expect(Object.keys(line).toSorted(), path).toEqual(columns.toSorted())
      expect(new Set(keys).size, `${path} has each key once`).toBe(lines.length)
      expect(lines.length, `${path} has something`).toBeGreaterThan(0)
    }
  })

  test('a dump’s papers are readable by the works import', async () => {
    const { dump, folder, fill, indexFile } = await setUp()
    await fill()
    const imported = join(folder, 'imported.sqlite')
    const writer = openWorksWriter(imported)
    const parser = startParser('import')
    const sink = async (): Promise<never> => Promise.reject(new Error('These are works.'))
    const files = [join(await dump(), 'works.jsonl')]
    const summaries = await importFiles({ files, writer, parser, sink, onKnown: 'keep', now: Date.now })
    writer.close()
    await parser.close()
    expect(summaries).toMatchObject([{ added: 3, rejected: 0, skipped: 0, damage: null }])
    const worksOf = (file: string) => {
      const all = openAllWorks(file)
      onTestFinished(() => all.close())
      return [...all.works()].map(work => ({ ...work, source: 'import' }))
    }
    expect(worksOf(imported)).toEqual(worksOf(indexFile))
  })

  test('a dump is a consistent snapshot under concurrent writes', async () => {
    const { db, dump } = await setUp()
    const vote = (doi: string) =>
      db.insertInto('vote_counts').values({ doi, upvotes: 1, downvotes: 0, signed_in: 0 }).execute()
    await vote('10.1000/before')
    const writing: Promise<unknown>[] = []
    const dumped = await dump({ onFile: file => void writing.push(vote(`10.1000/after-${file}`)) })
    await Promise.all(writing)
    expect(writing.length).toBeGreaterThan(10)
    expect(linesOf(dumped, 'votes').map(({ doi }) => doi)).toEqual(['10.1000/before'])
  })

  test('a dump larger than one read batch is complete and keeps the ledger’s order', async () => {
    const { db, dump, folder } = await setUp()
    const numbers = Array.from({ length: 1_203 }, (_, n) => n)
    const votes = numbers.map(n => ({ doi: `10.1000/${n}`, upvotes: n, downvotes: 1, signed_in: 0 }))
    const updates = numbers.map(n => ({
      doi: '10.1000/x',
      source: 'crossref' as const,
      type: `t${n % 7}`,
      notice_doi: `10.1000/n${n}`,
      date: null,
      retracted: 0,
      journal: null,
      publisher: null,
      title: null,
      reasons: null,
      links: null,
    }))
    const entries = numbers.map(n => ({
      entry: `pi_${(n * 7919) % 1_203}/1`,
      leg: n % 3 === 0 ? 0 : 1,
      kind: 'payment' as const,
      debit: 'stripe',
      credit: 'pool',
      currency: 'usd',
      amount: n + 1,
      fund: 'pool',
      payment: null,
      at: 5,
      booked_at: 5,
    }))
    for (let at = 0; at < numbers.length; at += 401) {
      await db
        .insertInto('vote_counts')
        .values(votes.slice(at, at + 401))
        .execute()
      await db
        .insertInto('updates')
        .values(updates.slice(at, at + 401))
        .execute()
      await db
        .insertInto('ledger')
        .values(entries.slice(at, at + 401))
        .execute()
    }
    const other = await restoreInto(await dump(), folder)
    const [source, restored] = [await rowsOf(db), await rowsOf(other.db)]
    for (const table of ['vote_counts', 'updates']) expect(restored[table], table).toEqual(source[table])
    const inOrder = async (of: Kysely<DumpTables>) =>
      (
        await of
          .selectFrom('ledger')
          .select('amount')
          .orderBy('at', 'desc')
          .orderBy('entry', 'desc')
          .orderBy('leg')
          .execute()
      ).map(({ amount }) => amount)
    expect(await inOrder(other.db)).toEqual(await inOrder(db))
  })

  test('a dump is restored into an empty site only, completely or not at all', async () => {
    const { db, dump, folder, fill } = await setUp()
    await fill()
    const dumped = await dump()
    const empty = await open()
    const before = await rowsOf(empty)
    const refused = async (into = empty) => {
      const told = await restoreInto(dumped, folder, into).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      expect(existsSync(join(folder, 'other.sqlite.part'))).toBe(false)
      return told
    }
    expect(await refused(db)).toMatch(
      /The database has rows already \(in \w+\)\. A dump is restored into an empty site/,
    )
    writeFileSync(join(folder, 'other.sqlite'), '')
    expect(await refused()).toContain('other.sqlite is there already.')
    rmSync(join(folder, 'other.sqlite'))

    const file = (name: string) => join(dumped, name)
    const [notes, described] = ['notes.jsonl', 'datapackage.json'].map(name => readFileSync(file(name))) as [
      Buffer,
      Buffer,
    ]
    const changes: [string, () => void, RegExp][] = [
      [
        'a byte was changed',
        () => writeFileSync(file('notes.jsonl'), notes.toString().replace('moved', 'Moved')),
        /notes\.jsonl does not match its checksum/,
      ],
      [
        'a line was added',
        () => appendFileSync(file('notes.jsonl'), '{}\n'),
        /notes\.jsonl does not match its checksum/,
      ],
      [
        'the end is missing',
        () => truncateSync(file('notes.jsonl'), notes.length - 9),
        /notes\.jsonl does not match its checksum/,
      ],
      ['a file is missing', () => rmSync(file('notes.jsonl')), /notes\.jsonl cannot be read: ENOENT/],
      [
        'a file is not told of',
        () => writeFileSync(file('datapackage.json'), described.toString().replace('notes.jsonl', 'others.jsonl')),
        /does not list notes\.jsonl/,
      ],
      [
        'it is of a later version',
        () =>
          writeFileSync(
            file('datapackage.json'),
            described.toString().replace('"version": "1.0.0"', '"version": "2.0.0"'),
          ),
        /is a version 2\.0\.0 dump/,
      ],
      [
        'it is something else',
        () => writeFileSync(file('datapackage.json'), '{"name":"other"}'),
        /is not a dump of a site/,
      ],
      ['a line is none of ours', () => resealed({ content: 1 }), /notes\.jsonl:1 is not a line of a dump/],
      [
        'a line says more than we know',
        () => resealed({ email: 'a@example.org' }),
        /notes\.jsonl:1 is not a line of a dump/,
      ],
    ]
    const resealed = (part: object) => {
      const lines = notes.toString().split('\n')
      const changed = Buffer.from(
        [JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...part }), ...lines.slice(1)].join('\n'),
      )
      const json = JSON.parse(described.toString())
      const told = json.resources.find(({ name }: { name: string }) => name === 'notes')
      Object.assign(told, {
        bytes: changed.length,
        hash: `sha256:${createHash('sha256').update(changed).digest('hex')}`,
      })
      writeFileSync(file('notes.jsonl'), changed)
      writeFileSync(file('datapackage.json'), JSON.stringify(json))
    }
    for (const [what, change, sentence] of changes) {
      change()
      expect(await refused(), what).toMatch(sentence)
      expect(await rowsOf(empty), what).toEqual(before)
      expect(existsSync(join(folder, 'other.sqlite')), what).toBe(false)
      writeFileSync(file('notes.jsonl'), notes)
      writeFileSync(file('datapackage.json'), described)
    }
    expect(await refused()).toBe('restored')
  })

  test('a dump is written completely or not at all', async () => {
    const { dump, to, folder } = await setUp()
    const stop = new AbortController()
    await expect(dump({ signal: stop.signal, onFile: () => stop.abort() })).rejects.toThrow(
      'Dump interrupted. Nothing was written.',
    )
    expect(readdirSync(folder)).toEqual([])
    await dump()
    await expect(dump()).rejects.toThrow(`${to} already exists. Choose another folder.`)
  })
})
