import { describe, expect, test } from 'vitest'
import type { Head } from '../page/head.ts'
import { assetsOf, islandModulesOf, modulesOf, reactModulesOf } from './assets.ts'
import { documentOf } from './document.ts'

const manifest = {
  'app/browser/every-page.ts': {
    file: 'assets/every-page-1.js',
    css: ['assets/every-page-2.css'],
  },
  'kit/browser/styles/for-reports.css': { file: 'assets/for-reports-3.css' },
  'paper/papers/islands.tsx': {
    file: 'assets/islands-5.js',
    imports: ['_shared.js'],
    dynamicImports: ['votes/VoteBox.tsx'],
  },
  'votes/VoteBox.tsx': { file: 'assets/VoteBox-6.js', imports: ['_shared.js', '_react.js', '_calls.js'] },
  '_shared.js': { file: 'assets/shared-7.js' },
  '_react.js': { file: 'assets/react-8.js', name: 'react', imports: ['_runtime.js'] },
  '_runtime.js': { file: 'assets/runtime-9.js' },
  '_calls.js': { file: 'assets/calls-10.js' },
  '../server-kit/page/fonts/source-serif-4-latin.woff2': { file: 'assets/serif-11.woff2' },
  '../server-kit/page/fonts/inter-latin.woff2': { file: 'assets/inter-12.woff2' },
}
const islands = { paper: 'paper/papers/islands.tsx', error: null }
const documentWith = (head: Head, page: 'paper' | 'error' = 'paper'): string => {
  const assets = assetsOf(manifest, { islands: islands[page] })
  return documentOf({ page, markup: '<main>…</main>', assets, nonce: 'n0nce', head, account: null })
}

describe('page assets', () => {
  test('a page loads its style, entry, islands and two fonts, and preloads imports after the style', () => {
    const document = documentWith({ title: 'Paper' })
    expect([...document.matchAll(/(?:href|src)="(\/assets[^"]+)"/g)].map(match => match[1])).toEqual([
      '/assets/every-page-2.css',
      '/assets/every-page-1.js',
      '/assets/islands-5.js',
      '/assets/serif-11.woff2',
      '/assets/inter-12.woff2',
    ])
    expect(document).toContain(
      '<link rel="preload" href="/assets/serif-11.woff2" as="font" type="font/woff2" crossorigin fetchpriority="low">',
    )
    expect(document).not.toContain('modulepreload')
    expect(document).toContain('<body data-page="paper"><main>…</main></body>')
  })

  test('a page’s own style sheet follows the shared one', () => {
    const page = { islands: null, styles: 'kit/browser/styles/for-reports.css' }
    expect(assetsOf(manifest, page).styles).toEqual(['/assets/every-page-2.css', '/assets/for-reports-3.css'])
    expect(assetsOf(manifest, { islands: null }).styles).toEqual(['/assets/every-page-2.css'])
  })

  test('every script has the nonce', () => {
    const document = documentWith({ title: 'Paper' })
    for (const [tag] of document.matchAll(/<script[^>]*>/g)) expect(tag).toContain(' nonce="n0nce"')
  })

  test('a page without islands loads only the shared script', () => {
    const document = documentWith({ title: 'Error' }, 'error')
    expect(document.match(/[\w/-]+\.js/g)).toEqual(['/assets/every-page-1.js'])
  })

  test('a page with islands has an inline script that records early clicks', () => {
    expect(documentWith({ title: 'Paper' })).toContain('<script nonce="n0nce">var pressed=[]')
    expect(documentWith({ title: 'Error' }, 'error')).not.toContain('pressed')
  })

  test('page weight counts the entry, island code and React, each import once', () => {
    expect(modulesOf(manifest, { islands: islands.paper })).toEqual([
      'assets/every-page-1.js',
      'assets/islands-5.js',
      'assets/shared-7.js',
    ])
    expect(islandModulesOf(manifest, { islands: islands.paper })).toEqual(['assets/VoteBox-6.js', 'assets/calls-10.js'])
    expect(reactModulesOf(manifest)).toEqual(['assets/react-8.js', 'assets/runtime-9.js'])
  })

  test('a build missing a page is rejected', () => {
    expect(() =>
      assetsOf({ 'app/browser/every-page.ts': manifest['app/browser/every-page.ts'] }, { islands: islands.paper }),
    ).toThrow(/npm run build/)
  })
})

describe('page head', () => {
  const hostile = '"><script>alert(1)</script>&amp;'
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;'

  test('every text in the head is escaped', () => {
    const document = documentWith({
      title: hostile,
      description: hostile,
      canonical: `https://example.org/${hostile}`,
      meta: [{ name: 'citation_doi', content: hostile }],
      properties: [{ property: 'og:title', content: hostile }],
      links: [{ rel: 'describedby', href: hostile, type: hostile, title: hostile }],
    })
    expect(document).not.toContain('<script>alert')
    expect(document).toContain(`<title>${escaped}</title>`)
    expect(document).toContain(`<meta name="citation_doi" content="${escaped}">`)
    expect(document).toContain(`type="${escaped}" title="${escaped}">`)
  })

  test('JSON-LD cannot be broken out of', () => {
    const thing = { headline: '</script><!-- \u2028\u2029' }
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(documentWith({ title: '', jsonLd: [thing] })) ?? []
    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(thing)
  })
})
