import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doiFromText } from './doi.ts'
import { doiInPicturePath } from './match-doi-path.ts'
import { paths } from './paths.ts'

test('badge and picture paths round-trip for any DOI', () => {
  const dois = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(end => doiFromText(`10.1000/${end}`))
  fc.assert(
    fc.property(
      dois.filter(doi => doi !== null && !/\p{Cc}/u.test(doi)),
      doi => {
        if (doi === null) return
        expect(doiInPicturePath(paths.badge(doi), 'badge')).toBe(doi)
        expect(doiInPicturePath(paths.picture(doi, '0a'), 'share')).toBe(doi)
      },
    ),
  )
})

test.each(['10.1000/x/vote', '10.1000/x.png', '10.1000/x/', '10.1002/(sici)1<1::aid-x>3.0.co;2-j', '10.1000/a?b#c%d'])(
  '%s round-trips too',
  text => {
    const doi = doiFromText(text)
    if (doi === null) throw new Error(text)
    expect(doiInPicturePath(paths.picture(doi, '0a'), 'share')).toBe(doi)
  },
)

test.each([
  '/badge/10.1000/x.png',
  '/share/10.1000/x.svg',
  '/badge/10.1000/x/vote.svg',
  '/badge/search.svg',
  '/badge/.svg',
])('%s is no badge of a paper', target => expect(doiInPicturePath(target, 'badge')).toBeNull())
