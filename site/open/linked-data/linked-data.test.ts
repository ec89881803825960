import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { exampleReport } from '../../readers/reports/testing/index.ts'
import type { DumpTables } from '../dump/tables.ts'
import { fillSite, papers, viewSite } from '../dump/testing/index.ts'
import { docmap, namedByHash, type ReviewStep, roCrate } from './docmap.ts'
import { linkset } from './linked-data-calls.ts'

const origin = 'http://localhost:5000'
const doi = storedDoi(papers.known)
const address = z.url()
const day = z.iso.date()

/** A DocMap as the project's own codecs read it (Docmaps-Project/docmaps, packages/ts-sdk, `Docmap`), with the links between its steps. */
const thing = z.strictObject({
  doi: z.string().optional(),
  id: z.string().optional(),
  published: day.optional(),
  type: z
    .enum([
      'review',
      'preprint',
      'evaluation-summary',
      'review-article',
      'journal-article',
      'editorial',
      'comment',
      'reply',
    ])
    .optional(),
  content: z.array(z.strictObject({ type: z.literal('web-page'), url: address })).optional(),
})
const docmapSchema = z
  .strictObject({
    '@context': z.literal('https://w3id.org/docmaps/context.jsonld'),
    id: address,
    type: z.literal('docmap'),
    publisher: z.strictObject({ id: z.string(), name: z.string(), homepage: address, url: address }),
    created: day,
    'first-step': z.string(),
    steps: z.record(
      z.string().regex(/^_:/),
      z.strictObject({
        inputs: z.array(thing).min(1),
        actions: z
          .array(
            z.strictObject({
              participants: z.array(
                z.strictObject({
                  actor: z.strictObject({ type: z.literal('person'), name: z.string().min(1) }),
                  role: z.string(),
                }),
              ),
              outputs: z.array(thing).min(1),
            }),
          )
          .min(1),
        assertions: z.array(z.strictObject({ item: z.unknown(), status: z.string() })),
        'next-step': z.string().optional(),
        'previous-step': z.string().optional(),
      }),
    ),
  })
  .refine(({ steps, 'first-step': first }) => {
    const seen: string[] = []
    for (let id: string | undefined = first; id !== undefined; id = steps[id]?.['next-step']) {
      if (steps[id] === undefined || steps[id]?.['previous-step'] !== seen.at(-1)) return false
      seen.push(id)
    }
    return seen.length === Object.keys(steps).length
  }, 'the steps are one chain')

/** RFC 9264, 4.2: each link context has an anchor, and its relations have targets; attributes outside RFC 8288 are lists. */
const linksetSchema = z.strictObject({
  linkset: z
    .array(
      z
        .object({ anchor: address })
        .catchall(
          z
            .array(
              z.strictObject({ href: address, type: z.string().optional(), profile: z.array(z.string()).optional() }),
            )
            .min(1),
        ),
    )
    .min(1),
})

type Entity = { '@id': string; '@type': string } & Record<string, unknown>

const idOf = (reference: unknown): string => z.object({ '@id': z.string() }).parse(reference)['@id']
const hrefs = (targets: unknown): string[] =>
  z
    .array(z.object({ href: z.string() }))
    .parse(targets)
    .map(({ href }) => href)

/** Checks the MUSTs of a detached crate in RO-Crate 1.2: descriptor, root and files. */
const checkCrate = (crate: object): { root: Entity; files: Entity[] } => {
  const { '@context': context, '@graph': graph } = z
    .strictObject({
      '@context': z.string(),
      '@graph': z.array(z.looseObject({ '@id': z.string(), '@type': z.string() })),
    })
    .parse(crate) as { '@context': string; '@graph': Entity[] }
  expect(context).toBe('https://w3id.org/ro/crate/1.2/context')
  expect(new Set(graph.map(entity => entity['@id'])).size, 'each entity is described once').toBe(graph.length)
  const byId = new Map(graph.map(entity => [entity['@id'], entity]))
  const descriptor = byId.get('ro-crate-metadata.json')
  expect(descriptor).toMatchObject({ '@type': 'CreativeWork', conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' } })
  const root = byId.get(idOf(descriptor?.about))
  const must = z.looseObject({
    '@type': z.literal('Dataset'),
    '@id': address,
    name: z.string().min(1),
    description: z.string().min(1),
    datePublished: day,
    license: z.string().min(1),
  })
  expect(must.safeParse(root).error).toBeUndefined()
  const files = graph.filter(entity => entity['@type'] === 'File')
  const parts = z.array(z.unknown()).parse(root?.hasPart).map(idOf)
  expect(parts.toSorted(), 'every file is a part of the root').toEqual(files.map(file => file['@id']).toSorted())
  for (const { '@id': id, sha256 } of files) {
    expect(id, 'an absolute URI').toMatch(/^[a-z]+:/)
    expect(sha256).toMatch(/^[\da-f]{64}$/)
  }
  const references = JSON.stringify(graph.filter(entity => entity['@id'] !== 'ro-crate-metadata.json')).matchAll(
    /\{"@id":"([^"]+)"\}/g,
  )
  for (const [, id = ''] of references) expect(byId.has(id), `${id} is described`).toBe(true)
  return { root: root as Entity, files }
}

describe('DocMap', () => {
  const step = (part: Partial<ReviewStep>): ReviewStep => ({
    kind: 'attempt',
    by: null,
    date: null,
    doi: null,
    href: null,
    ...part,
  })
  test.each<[string, ReviewStep[]]>([
    ['one report', [step({ kind: 'report', by: 'Ada', date: '2026-01-02', href: `${origin}/x` })]],
    ['a report of nobody that is named', [step({ kind: 'report', href: `${origin}/x` })]],
    [
      'attempts without a date, of a year and of a day',
      [step({}), step({ date: '2016', doi: '10.1000/a' }), step({ date: '2012-03-04' })],
    ],
    ['a hundred', Array.from({ length: 100 }, (_, n) => step({ date: String(1900 + ((n * 37) % 100)) }))],
  ])('a DocMap of %s is one chain, oldest first', (_, steps) => {
    const made = docmap({ id: `${origin}/d`, doi: '10.1000/x' as Doi, origin, steps, made: '2026-11-25' })
    expect(docmapSchema.safeParse(made).error).toBeUndefined()
  })

  test('a DocMap keeps the given order for equal dates', () => {
    const steps = ['10.1000/a', '10.1000/b', '10.1000/c'].map(each => step({ doi: each, date: '2016' }))
    const made = docmap({ id: `${origin}/d`, doi: '10.1000/x' as Doi, origin, steps, made: '2026-11-25' })
    const told = Object.values((made as z.infer<typeof docmapSchema>).steps)
    expect(told.map(each => each.actions[0]?.outputs[0]?.doi)).toEqual(['10.1000/a', '10.1000/b', '10.1000/c'])
    expect(told.map(each => each.inputs)).toEqual(
      steps.map(() => [{ doi: '10.1000/x', id: 'https://doi.org/10.1000/x' }]),
    )
  })

  test.each([
    ['2016-03-04', '2016-03-04'],
    ['2016-03', undefined],
    ['2016', undefined],
    ['2016-03-04T12:00:00Z', undefined],
    ['-002016-03-04', undefined],
    [null, undefined],
  ])('a DocMap step dated %s has the publication date %s', (date, published) => {
    const made = docmap({
      ...{ id: `${origin}/d`, doi: '10.1000/x' as Doi, origin, made: '2026-11-25' },
      steps: [step({ date })],
    })
    const [only] = Object.values((made as z.infer<typeof docmapSchema>).steps)
    expect(only?.actions[0]?.outputs[0]?.published).toBe(published)
  })

  test('a DocMap states what was published when and by whom', () => {
    const steps = [
      step({ kind: 'report', by: 'Ada', date: '2026-01-02', href: `${origin}/x` }),
      step({ date: '2016', doi: '10.1000/a', href: 'https://doi.org/10.1000/a' }),
    ]
    const made = docmap({ id: `${origin}/d`, doi: '10.1000/x' as Doi, origin, steps, made: '2026-11-25' })
    const actions = Object.values((made as z.infer<typeof docmapSchema>).steps).flatMap(each => each.actions)
    expect(actions).toEqual([
      {
        participants: [],
        outputs: [
          {
            doi: '10.1000/a',
            content: [{ type: 'web-page', url: 'https://doi.org/10.1000/a' }],
          },
        ],
      },
      {
        participants: [{ actor: { type: 'person', name: 'Ada' }, role: 'reviewer' }],
        outputs: [{ type: 'review', published: '2026-01-02', content: [{ type: 'web-page', url: `${origin}/x` }] }],
      },
    ])
  })
})

test('a linkset has the page’s links except to itself, and the links back', () => {
  const made = linkset(`${origin}/p`, [
    { rel: 'cite-as', href: 'https://doi.org/10.1000/x' },
    { rel: 'describedby', href: `${origin}/a`, type: 'application/x', profile: 'https://example.org/p' },
    { rel: 'describedby', href: `${origin}/b` },
    { rel: 'linkset', href: `${origin}/l` },
  ])
  expect(linksetSchema.safeParse(made).error).toBeUndefined()
  expect(made.linkset).toEqual([
    {
      anchor: `${origin}/p`,
      'cite-as': [{ href: 'https://doi.org/10.1000/x' }],
      describedby: [
        { href: `${origin}/a`, type: 'application/x', profile: ['https://example.org/p'] },
        { href: `${origin}/b` },
      ],
    },
    { anchor: `${origin}/a`, describes: [{ href: `${origin}/p`, type: 'text/html' }] },
    { anchor: `${origin}/b`, describes: [{ href: `${origin}/p`, type: 'text/html' }] },
  ])
})

test('a linkset of an undescribed page has only its links, with known attributes', () => {
  const made = linkset(`${origin}/p`, [{ rel: 'license', href: 'https://example.org/free' }])
  expect(made).toStrictEqual({ linkset: [{ anchor: `${origin}/p`, license: [{ href: 'https://example.org/free' }] }] })
})

describe('RO-Crate', () => {
  const { auditorName, auditorEmail: _, ...content } = exampleReport
  const report = {
    doi: '10.1000/x' as Doi,
    name: auditorName as string | null,
    content: content as never,
    outcome: 'partial',
    canonicalSha256: 'ef'.repeat(32),
    createdAt: 0,
    approvedAt: 86_400_000,
  } as const
  test.each([
    ['with everything', report],
    ['of somebody whose account was deleted', { ...report, name: null }],
    [
      'without files or a package',
      { ...report, content: { ...content, files: [], reproducibilityPackage: null } as never },
    ],
    [
      'with two files that are the same',
      {
        ...report,
        content: { ...content, files: [...content.files, { ...content.files[0], name: 'copy.R' }] } as never,
      },
    ],
  ])('an RO-Crate %s is valid', (_, given) => {
    const { root } = checkCrate(
      roCrate({ report: given, paperTitle: null, url: `${origin}/10.1000/x/audit/4f2a91c07`, origin }),
    )
    expect(root).toMatchObject({ datePublished: '1970-01-02', 'cite-as': `${origin}/10.1000/x/audit/4f2a91c07` })
  })

  const url = `${origin}/10.1000/x/audit/4f2a91c07`
  const descriptor = {
    '@id': 'ro-crate-metadata.json',
    '@type': 'CreativeWork',
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
    about: { '@id': url },
  }
  const root = {
    '@id': url,
    '@type': 'Dataset',
    description: expect.any(String),
    datePublished: '1970-01-02',
    dateCreated: '1970-01-01',
    license: expect.any(String),
    'cite-as': url,
    about: { '@id': 'https://doi.org/10.1000/x' },
    publisher: { '@id': `${origin}/` },
  }
  const canonical = {
    '@id': `${url}.json`,
    '@type': 'File',
    name: expect.any(String),
    encodingFormat: 'application/json',
    sha256: report.canonicalSha256,
  }
  const site = { '@id': `${origin}/`, '@type': 'Organization', name: 'Corroborate', url: `${origin}/` }

  test('an RO-Crate links report, paper, author, package and files', () => {
    const [file] = content.files
    const made = roCrate({ report, paperTitle: 'On tea', url, origin })
    expect(made).toStrictEqual({
      '@context': 'https://w3id.org/ro/crate/1.2/context',
      '@graph': [
        descriptor,
        {
          ...root,
          name: 'Reproduction report: On tea',
          author: { '@id': `${url}#reporter` },
          isBasedOn: { '@id': 'https://osf.io/abcde' },
          hasPart: [{ '@id': `${url}.json` }, { '@id': namedByHash(file.sha256) }],
        },
        canonical,
        {
          ...{ '@id': namedByHash(file.sha256), '@type': 'File' },
          ...{ name: 'run.R', sha256: file.sha256, contentSize: '2048' },
        },
        { '@id': 'https://doi.org/10.1000/x', '@type': 'ScholarlyArticle', name: 'On tea' },
        site,
        { '@id': `${url}#reporter`, '@type': 'Person', name: 'Ada Lovelace' },
        { '@id': 'https://osf.io/abcde', '@type': 'CreativeWork', name: 'The package of the reproduction' },
      ],
    })
  })

  test('an RO-Crate omits an unknown title, reporter, package, file size or approval date', () => {
    const file = { name: 'run.R', size: null, sha256: '7d'.repeat(32) }
    const made = roCrate({
      report: {
        ...{ ...report, name: null, approvedAt: null },
        content: { ...content, reproducibilityPackage: null, files: [file] } as never,
      },
      ...{ paperTitle: null, url, origin },
    })
    expect(made).toStrictEqual({
      '@context': 'https://w3id.org/ro/crate/1.2/context',
      '@graph': [
        descriptor,
        {
          ...{ ...root, datePublished: '1970-01-01', name: 'Reproduction report: 10.1000/x' },
          hasPart: [{ '@id': `${url}.json` }, { '@id': namedByHash(file.sha256) }],
        },
        canonical,
        { '@id': namedByHash(file.sha256), '@type': 'File', name: 'run.R', sha256: file.sha256 },
        { '@id': 'https://doi.org/10.1000/x', '@type': 'ScholarlyArticle', name: '10.1000/x' },
        site,
      ],
    })
  })

  test.each([
    // RFC 6920, 8.1: the SHA-256 of "Hello World!".
    [
      '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
      'ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk',
    ],
  ])('an RO-Crate names the file with hash %s by RFC 6920', (sha256, name) => {
    expect(namedByHash(sha256)).toBe(name)
  })
})

describeStore<DumpTables>('for machines', siteMigrations, open => {
  test('papers and reports link to linkset, DocMap and crate, and non-public ones do not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-linked-data-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const db = await open()
    const { reports } = await fillSite(db as never, join(folder, 'works.sqlite'))
    const { ask } = viewSite(db, join(folder, 'works.sqlite'), Date.now())
    const rows = await db.selectFrom('reports').select(['id', 'sha256', 'canonical_sha256']).execute()
    const counted = rows.find(({ id }) => id === reports.counted)
    const waiting = rows.find(({ id }) => id !== reports.counted && id !== reports.once)
    const report = paths.report(doi, counted?.sha256.slice(0, 9) ?? '')

    for (const [page, names] of [
      [paths.paper(doi), { describedby: 4 }],
      [paths.paper(storedDoi(papers.unknown)), { describedby: 3 }],
      [report, { describedby: 5, item: 1 }],
    ] as const) {
      const { link } = await ask(page)
      expect(link, page).toContain(`<${origin}${paths.linkset(page)}>; rel="linkset"; type="application/linkset+json"`)
      const answer = await ask(paths.linkset(page))
      expect([answer.status, answer.type], page).toEqual([200, 'application/linkset+json'])
      const made = linksetSchema.parse(JSON.parse(answer.body))
      const [context] = made.linkset
      expect(context?.anchor).toBe(origin + page)
      for (const [rel, count] of Object.entries(names)) expect(context?.[rel], `${page} ${rel}`).toHaveLength(count)
      // The linkset contains all links of the header and the describing files.
      for (const [, href, rel = ''] of (link ?? '').matchAll(/<([^>]*)>; rel="([\w-]+)"/g))
        if (rel !== 'linkset') expect(hrefs(context?.[rel])).toContain(href)
      for (const { href } of context?.describedby ?? [])
        expect((await ask(href.slice(origin.length))).status, href).toBe(200)
    }

    const map = await ask(paths.docmap(doi))
    expect([map.status, map.type]).toEqual([200, 'application/ld+json'])
    const made = docmapSchema.parse(JSON.parse(map.body))
    const outputs = Object.values(made.steps).flatMap(({ actions }) => actions.flatMap(each => each.outputs))
    expect(outputs.map(({ type }) => type)).toEqual([undefined, 'review', 'review'])
    expect(map.body).not.toContain(waiting?.sha256.slice(0, 9))

    const crate = await ask(paths.reportCrate(doi, counted?.sha256.slice(0, 9) ?? ''))
    expect([crate.status, crate.type]).toEqual([200, 'application/ld+json'])
    const { files } = checkCrate(JSON.parse(crate.body))
    expect(files).toMatchObject([
      { '@id': `${origin}${report}.json`, sha256: counted?.canonical_sha256 },
      { '@id': namedByHash(exampleReport.files[0].sha256), name: 'run.R', contentSize: '2048' },
    ])

    const secret = waiting?.sha256.slice(0, 9) ?? ''
    for (const [path, status] of [
      [paths.reportCrate(doi, secret), 404],
      [paths.linkset(paths.report(doi, secret)), 404],
      [paths.reportCrate(doi, 'fff000fff'), 404],
      [paths.docmap(storedDoi(papers.unknown)), 404],
      [`/api/v1/docmaps${paths.comment(doi)}`, 404],
      ['/api/v1/docmaps/nonsense', 404],
      ['/api/v1/linksets/10.1000', 404],
      [`/api/v1/linksets${paths.comment(doi)}`, 404],
      [`/api/v1/linksets${paths.reports(doi)}`, 404],
    ] as const)
      expect((await ask(path)).status, path).toBe(status)
  })
})
