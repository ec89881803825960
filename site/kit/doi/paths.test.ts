import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from './doi.ts'
import { doiUrl } from './doi-in-path.ts'
import { paths } from './paths.ts'

const doi = (text: string): Doi => {
  const parsed = doiFromText(text)
  if (parsed === null) throw new Error(`not a DOI: ${text}`)
  return parsed
}

const paper = doi('10.1000/x')

// People keep, print and link them: an address that changes is an address that is gone.
describe('site paths', () => {
  test.each([
    [paths.paper(paper), '/10.1000/x'],
    [paths.vote(paper), '/10.1000/x/vote'],
    [paths.watch(paper), '/10.1000/x/watch'],
    [paths.comment(paper), '/10.1000/x/comment'],
    [paths.note(paper, 'n 1'), '/10.1000/x/comment?note=n+1#note-n 1'],
    [paths.notes(paper, { before: 'n2' }), '/10.1000/x/comment?before=n2'],
    [paths.claim(paper), '/10.1000/x/claim'],
    [paths.reports(paper), '/10.1000/x/audit/'],
    [paths.report(paper, '0123ABCDE'), '/10.1000/x/audit/0123abcde'],
    [paths.report(paper, 'a/b'), '/10.1000/x/audit/a%2Fb'],
    [paths.reproduce(paper), '/10.1000/x/reproduce'],
    [paths.contribute(paper), '/10.1000/x/contribute'],
    [paths.cite(paper, 'bibtex'), '/10.1000/x/cite/bibtex'],
    [paths.all(paper, 'authors'), '/10.1000/x/all/authors'],
    [paths.all(paper, 'known', 2), '/10.1000/x/all/known?page=2'],
    [paths.badge(paper), '/badge/10.1000/x.svg'],
    [paths.picture(paper, '7'), '/share/10.1000/x.png?v=7'],
    [paths.paperFeed(paper), '/feed/10.1000/x.atom'],
    [paths.feed('retractions'), '/feed/retractions.atom'],
    [paths.personalFeed('s3'), '/feed/mine/s3.atom'],
    [paths.search(), '/search'],
    [paths.search('a b&c'), '/search?q=a+b%26c'],
    [paths.moderate(), '/moderate'],
    [paths.moderate({ comment: 'c1', audit: null }), '/moderate?comment=c1'],
    [paths.moderated(), '/moderate?view=decided'],
    [paths.moderated('m9'), '/moderate?view=decided&before=m9'],
    [paths.moderateComment('a/b'), '/moderate/comment/a%2Fb'],
    [paths.moderateReport('a/b'), '/moderate/audit/a%2Fb'],
    [paths.moderateContribution('a/b'), '/moderate/contribution/a%2Fb'],
    [paths.moderateMoney(), '/moderate/money'],
    [paths.moderateMoney('award'), '/moderate/money?done=award'],
    [paths.moderateProposal('a/b'), '/moderate/money/proposal/a%2Fb'],
    [paths.moderatePayout('a/b'), '/moderate/money/payout/a%2Fb'],
    [paths.books(), '/books'],
    [paths.books({ doi: paper, page: 2 }), '/books?doi=10.1000%2Fx&page=2'],
    [paths.books({ pool: true, page: 1 }), '/books?fund=pool'],
    [paths.booksFile('csv'), '/books.csv'],
    [paths.booksFile('csv', { doi: paper }), '/books.csv?doi=10.1000%2Fx'],
    [paths.booksFile('json', { pool: true }), '/books.json?fund=pool'],
    [paths.declineAward('a/b'), '/dashboard/awards/a%2Fb/decline'],
    [paths.unsubscribe(), '/unsubscribe'],
    [paths.unsubscribe('t&u'), '/unsubscribe?token=t%26u'],
    [paths.recent(), '/recent'],
    [paths.recent('notes', 'r3'), '/recent?kind=notes&before=r3'],
    [paths.wanted(), '/wanted'],
    [paths.wanted('claims', 'w3'), '/wanted?kind=claims&after=w3'],
    [paths.sitemap(3), '/sitemap-3.xml'],
    [paths.login(), '/login'],
    [paths.login('/10.1000/x?a=b'), '/login?redirect_url=%2F10.1000%2Fx%3Fa%3Db'],
    [paths.askLogout('/10.1000/x'), '/logout?ask=true&redirect_url=%2F10.1000%2Fx'],
    [paths.sandboxCheckout('a/b'), '/sandbox/checkout/a%2Fb'],
    [paths.sandboxOnboarding('a/b'), '/sandbox/onboarding/a%2Fb'],
  ])('site path %s', (path, expected) => expect(path).toBe(expected))

  // Servers merge empty and dot segments: papers whose DOIs contain them would be confused with others.
  test.each([
    ['10.1000/a//b', '/10.1000/a/%2Fb', '/badge/10.1000/a/%2Fb.svg', 'https://doi.org/10.1000/a//b'],
    ['10.1000/a/', '/10.1000/a/', '/badge/10.1000/a%2F.svg', 'https://doi.org/10.1000/a/'],
    ['10.1000/a/.', '/10.1000/a%2F.', '/badge/10.1000/a%2F..svg', 'https://doi.org/10.1000/a%2F.'],
    ['10.1000/a/../', '/10.1000/a/..%2F', '/badge/10.1000/a/..%2F.svg', 'https://doi.org/10.1000/a/..%2F'],
    ['10.1000/a/...', '/10.1000/a/...', '/badge/10.1000/a/....svg', 'https://doi.org/10.1000/a/...'],
    ['10.1000/$&,:=@', '/10.1000/$&,:=@', '/badge/10.1000/$&,:=@.svg', 'https://doi.org/10.1000/$&,:=@'],
    [
      '10.1000/x/claim/claim',
      '/10.1000/x/claim%2Fclaim',
      '/badge/10.1000/x/claim%2Fclaim.svg',
      'https://doi.org/10.1000/x/claim/claim',
    ],
  ])('paths for the DOI %s', (text, page, badge, resolver) => {
    expect([paths.paper(doi(text)), paths.badge(doi(text)), doiUrl(doi(text))]).toEqual([page, badge, resolver])
  })
})
