import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from './doi.ts'
import { matchDoiPath, rawRequestTarget } from './match-doi-path.ts'
import { paths } from './paths.ts'

const doi = (text: string): Doi => {
  const parsed = doiFromText(text)
  if (parsed === null) throw new Error(`not a DOI: ${text}`)
  return parsed
}

const sici = '10.1002/(SICI)1521-3773(19990601)38:11<1598::AID-ANIE1598>3.0.CO;2-J'
const siciPath = '/10.1002/(sici)1521-3773(19990601)38:11%3C1598::aid-anie1598%3E3.0.co%3B2-j'

describe('canonical path', () => {
  test.each([
    ['10.1038/nature12373', '/10.1038/nature12373'],
    [sici, siciPath],
    ['10.1000/456#789?%', '/10.1000/456%23789%3F%25'],
    ['10.36652/0042-4633/', '/10.36652/0042-4633/'],
    ['10.1000/a//b', '/10.1000/a/%2Fb'],
    ['10.1000/a/./b/../c', '/10.1000/a/.%2Fb/..%2Fc'],
    ['10.1000/a/..', '/10.1000/a%2F..'],
    ['10.1000/a/./', '/10.1000/a/.%2F'],
    ['10.1000/x/claim', '/10.1000/x%2Fclaim'],
    ['10.1000/x/claim/', '/10.1000/x%2Fclaim/'],
    ['10.1000/x/audit/0123abcde', '/10.1000/x%2Faudit/0123abcde'],
    ['10.1000/x/audit/0123abcde/ro-crate-metadata.json', '/10.1000/x%2Faudit/0123abcde/ro-crate-metadata.json'],
    ['10.1000/claim', '/10.1000/claim'],
    ['10.1000/é', '/10.1000/%C3%A9'],
  ])('canonical path of %s', (text, path) => {
    expect(paths.paper(doi(text))).toBe(path)
    expect(matchDoiPath(path)).toMatchObject({ kind: 'match', doi: doi(text), action: 'paper', redirectTo: null })
  })
})

describe('path variants', () => {
  test.each([
    [`/${sici}`, siciPath],
    [`/${encodeURIComponent(sici)}`, siciPath],
    [`/${sici.toLowerCase()}`, siciPath],
    ['/10.1038/NATURE12373?utm_source=x&y=1', '/10.1038/nature12373?utm_source=x&y=1'],
    ['/10.1038%2fnature12373', '/10.1038/nature12373'],
    ['/10.1038%2Fnature12373/claim', '/10.1038/nature12373/claim'],
    ['/10.1038/nature12373/CLAIM', '/10.1038/nature12373/claim'],
    ['/10.1038/nature12373/%63laim', '/10.1038/nature12373/claim'],
    ['/10.1038/nature12373/claim/', '/10.1038/nature12373/claim'],
    ['/10.1038/nature12373/audit', '/10.1038/nature12373/audit/'],
    ['/10.1038/nature12373/audit/0123ABCDE', '/10.1038/nature12373/audit/0123abcde'],
    [
      '/10.1038/nature12373/audit/0123ABCDE/RO-Crate-Metadata.json',
      '/10.1038/nature12373/audit/0123abcde/ro-crate-metadata.json',
    ],
    ['/10.1093/acprof%3aoso/978', '/10.1093/acprof:oso/978'],
    ['/10.1000/x%2Fclaim/vote', '/10.1000/x%2Fclaim/vote'],
    ['/10.1000/x/claim/vote', '/10.1000/x%2Fclaim/vote'],
    ['/10.1000%2Fx%2Fclaim', '/10.1000/x%2Fclaim'],
    ['/10.1000/a/./b', '/10.1000/a/.%2Fb'],
    ['/10.1000/a//b', '/10.1000/a/%2Fb'],
    ['/10.1000/\u00c3\u00a9', '/10.1000/%C3%A9'],
    // Bytes do not go so far: these are characters.
    ['/10.1000/\u00c3\u00a9\u0161', '/10.1000/%C3%83%C2%A9%C5%A1'],
    ['/10.1000/H\u0331', '/10.1000/%E1%BA%96'],
    ['/doi:10.1038/nature12373', '/10.1038/nature12373'],
    ['/https://doi.org/10.1038/nature12373', '/10.1038/nature12373'],
    ['/https:/doi.org/10.1038/nature12373', '/10.1038/nature12373'],
    ['/http:/doi.org/10.1038/nature12373', '/10.1038/nature12373'],
    ['/http://dx.doi.org/10.1038/nature12373', '/10.1038/nature12373'],
    ['/doi.org/10.1038/nature12373?a=b', '/10.1038/nature12373?a=b'],
    ['/www.doi.org/10.1038/nature12373?a=b', '/10.1038/nature12373?a=b'],
    ['/http://doi.org/10.1038/nature12373?a=b', '/10.1038/nature12373?a=b'],
    ['/info:doi/10.1038/nature12373', '/10.1038/nature12373'],
    ['/urn:doi:10.1038/nature12373', '/10.1038/nature12373'],
    ['/doi:10.1000/http:/x', '/10.1000/http:/x'],
    ['/10.1038/NATURE12373/cite/bibtex', '/10.1038/nature12373/cite/bibtex'],
    ['/10.1038/NATURE12373/all/authors?page=2', '/10.1038/nature12373/all/authors?page=2'],
    // Bytes that are not valid UTF-8, and characters that are not bytes.
    ['/10.1000/\u00e9', '/10.1000/%C3%A9'],
    ['/10.1000/\u00e9\u0101', '/10.1000/%C3%A9%C4%81'],
  ])('%s is resolved to its canonical path', (requested, canonical) => {
    const match = matchDoiPath(requested)
    expect(match).toMatchObject({ kind: 'match', redirectTo: requested === canonical ? null : canonical })
    expect(matchDoiPath(canonical)).toMatchObject({ kind: 'match', redirectTo: null })
  })

  test.each([
    ['/https://www.nature.com/articles/nature12373', '/10.1038/nature12373'],
    ['/https:/www.nature.com/articles/nature12373', '/10.1038/nature12373'],
    ['/https%3A%2F%2Fwww.nature.com%2Farticles%2Fnature12373', '/10.1038/nature12373'],
    ['/www.nature.com/articles/nature12373', '/10.1038/nature12373'],
    ['/https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0000308', '/10.1371/journal.pone.0000308'],
    ['/1706.03762v2', '/10.48550/arxiv.1706.03762'],
    ['/arXiv:1706.03762', '/10.48550/arxiv.1706.03762'],
    ['/hep-th/9901001', '/10.48550/arxiv.hep-th/9901001'],
    ['/hep-th/9901001v12', '/10.48550/arxiv.hep-th/9901001'],
    ['/math.GT/0309136', '/10.48550/arxiv.math/0309136'],
  ])('%s appended to our origin redirects to the paper', (requested, canonical) => {
    expect(matchDoiPath(requested)).toMatchObject({ kind: 'match', action: 'paper', redirectTo: canonical })
  })

  test.each([
    ['/PMC1182327', '/search?q=PMC1182327'],
    ['/https://pubmed.ncbi.nlm.nih.gov/23903748/', '/search?q=https%3A%2F%2Fpubmed.ncbi.nlm.nih.gov%2F23903748%2F'],
    ['/https:/example.org/paper?id=1', '/search?q=https%3A%2F%2Fexample.org%2Fpaper%3Fid%3D1'],
    ['/http:/example.org/paper', '/search?q=http%3A%2F%2Fexample.org%2Fpaper'],
    ['/http://example.org/a%2Fb', '/search?q=http%3A%2F%2Fexample.org%2Fa%252Fb'],
    ['/https%3A%2F%2Fa.org/https://b.org/x', '/search?q=https%3A%2F%2Fa.org%2Fhttps%3A%2F%2Fb.org%2Fx'],
  ])('%s appended to our origin redirects to the search', (requested, redirectTo) => {
    expect(matchDoiPath(requested)).toEqual({ kind: 'pasted', redirectTo })
  })

  test.each([
    ['/10.1038/%', 400],
    ['/10.1038/%zz', 400],
    ['/10.1038/%ff', 400],
    ['/10.1038/a%00b', 400],
    ['/10.1038/a%0d%0aSet-Cookie:x', 400],
    [`/10.1038/${'x'.repeat(2000)}`, 414],
    [`/10.1038/${'x'.repeat(1985)}`, 414],
    [`/10.1038/${'x'.repeat(20_000)}`, 414],
    [`/https://example.org/${'x'.repeat(7_980)}`, 414],
    [`/10.x/${'y'.repeat(1_019)}`, 414],
  ])('%.40s is rejected with %i', (requested, status) => {
    expect(matchDoiPath(requested)).toMatchObject({ kind: 'refused', status })
  })

  test.each([
    '/',
    '/search',
    '/10.1038',
    '/10.1038/',
    '/10.abc/x',
    '//evil.example/10.1038/x',
    '/10.1038/a%20b',
    '/favicon.ico',
    '/doi:x',
    '/api/papers/10.1038/x.json',
    '/example.org/about',
    '/978-0-306-40615-7',
    '/example.org/https://other.org/paper',
    `/https://example.org/${'x'.repeat(7_979)}`,
    `/10.x/${'y'.repeat(1_018)}`,
    '*',
  ])('%.40s is no DOI path', requested => {
    expect(matchDoiPath(requested)).toEqual({ kind: 'not-doi' })
  })
})

test('the hash of a report is lowercased', () => {
  expect(matchDoiPath('/10.1038/x/audit/0123ABCDE')).toMatchObject({ action: 'audit', rest: '0123abcde' })
  expect(matchDoiPath('/10.1038/x/audit/0123ABCDE/ro-crate-metadata.json')).toMatchObject({
    action: 'crate',
    rest: '0123abcde',
  })
})

describe('request target', () => {
  test.each([
    ['http://localhost/10.1/b?x', '/10.1/a/../b?x', '/10.1/a/../b?x'],
    ['http://localhost/10.1/b?x', undefined, '/10.1/b?x'],
    ['http://localhost/x', 'http://localhost/10.1/a/./b', '/10.1/a/./b'],
    ['http://localhost', undefined, '/'],
    ['h2c://localhost/10.1/b', undefined, '/10.1/b'],
    ['http://localhost/a://b/c', undefined, '/a://b/c'],
    ['http://localhost', '/https://doi.org/10.1/b', '/https://doi.org/10.1/b'],
  ])('%s with %s has the target %s', (url, incoming, target) => {
    expect(rawRequestTarget(url, incoming)).toBe(target)
  })

  test('Node passes the target on as sent', async () => {
    const server = createServer((incoming, outgoing) =>
      outgoing.end(JSON.stringify(matchDoiPath(rawRequestTarget('', incoming.url)))),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const get = (path: string) =>
      new Promise<unknown>((resolve, reject) => {
        const outgoing = request({ port, host: '127.0.0.1', path }, async incoming => {
          let body = ''
          for await (const chunk of incoming) body += chunk
          resolve(JSON.parse(body))
        })
        outgoing.on('error', reject).end()
      })
    try {
      expect(await get(`/${sici}`)).toMatchObject({ redirectTo: siciPath })
      expect(await get('/10.1000/a/../b/./c')).toMatchObject({ doi: '10.1000/a/../b/./c' })
    } finally {
      server.close()
    }
  })
})
