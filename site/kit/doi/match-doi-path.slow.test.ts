import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Doi } from './doi.ts'
import { matchDoiPath } from './match-doi-path.ts'
import { paths } from './paths.ts'
import { dois } from './testing/index.ts'

test('canonical paths round-trip to their DOI, start with our prefix, and survive URL parsing', () => {
  const everyPath = (key: Doi) => [
    ['paper', '', paths.paper(key)],
    ['vote', '', paths.vote(key)],
    ['watch', '', paths.watch(key)],
    ['comment', '', paths.comment(key)],
    ['claim', '', paths.claim(key)],
    ['audit', '', paths.reports(key)],
    ['audit', '0123abcde', paths.report(key, '0123ABCDE')],
    ['reproduce', '', paths.reproduce(key)],
    ['contribute', '', paths.contribute(key)],
    ['cite', 'csl-json', paths.cite(key, 'csl-json')],
    ['all', 'authors', paths.all(key, 'authors')],
  ]
  fc.assert(
    fc.property(dois, key => {
      for (const [action, rest, path = ''] of everyPath(key)) {
        expect(path).toMatch(/^\/10\.[\u0021-\u007e]+$/)
        expect(new URL(path, 'http://localhost').pathname).toBe(path)
        expect(matchDoiPath(path)).toEqual({
          kind: 'match',
          doi: key,
          action,
          rest,
          canonicalPath: path,
          redirectTo: null,
        })
      }
    }),
    { numRuns: 2000 },
  )
})

describe('non-canonical paths', () => {
  test('non-canonical paths redirect once to one page, never to another host, and never throw', () => {
    const spelling = fc
      .tuple(dois, fc.infiniteStream(fc.nat(3)), fc.constantFrom('', '/claim', '/audit/', '?a=b', '/cite/ris?x'))
      .map(([key, choices, end]) => {
        const text = [...key].map(character => {
          const choice = choices.next().value
          const must = /[%?]/.test(character) || choice === 0
          return must
            ? encodeURIComponent(character).replace(/^([a-z])$/, letter => `%${letter.charCodeAt(0).toString(16)}`)
            : choice === 1
              ? character.toUpperCase()
              : character
        })
        return `/${text.join('')}${end}`
      })
    fc.assert(
      fc.property(
        fc.oneof(
          spelling,
          fc.string(),
          fc.string({ unit: anyLetter }).map(text => `/10.1234/${text}`),
        ),
        requested => {
          const match = matchDoiPath(requested)
          if (match.kind !== 'match') return
          expect(match.canonicalPath).toMatch(/^\/10\./)
          expect(matchDoiPath(match.canonicalPath)).toMatchObject({
            doi: match.doi,
            action: match.action,
            redirectTo: null,
          })
          if (match.redirectTo !== null) expect(match.redirectTo).toMatch(/^\/10\.[\u0021-\u007e]+$/)
          new Headers({ location: match.redirectTo ?? match.canonicalPath })
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('every DOI is reachable fully percent-encoded', () => {
    fc.assert(
      fc.property(dois, key => {
        expect(matchDoiPath(`/${encodeURIComponent(key)}`)).toMatchObject({ kind: 'match', doi: key, action: 'paper' })
      }),
      { numRuns: 1000 },
    )
  })
})
