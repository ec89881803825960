import { version } from '@corroborate/server-kit/version'
import { aboutPage, privacyPage } from '../../app/about/feature.ts'
import type { PrivacyModel } from '../../app/about/privacy-model.ts'
import { homePage } from '../../app/home/index.ts'
import { resultsPage } from '../../finding/search/index.ts'
import { paths, storedDoi, type WholeList } from '../../kit/doi/index.ts'
import { errorPage } from '../../kit/error-page/error-page.ts'
import type { createRenderer } from '../../kit/http/index.ts'
import { booksPage } from '../../money/books/books-page.ts'
import { recentPage, wantedPage } from '../../news/front/pages.ts'
import { apiPageModel } from '../../open/api-page/api-page-model.ts'
import { apiPage } from '../../open/api-page/feature.ts'
import { type PaperPageModel, paperPage, wholeListPage, wholeLists } from '../../paper/papers/index.ts'
import { statusPage } from '../../paper/sources/index.ts'
import { moderationPage } from '../../readers/moderation/index.ts'
import { reportPage } from '../../readers/reports/index.ts'
import type { Votes } from './keep-votes.ts'
import { sampleFront, sampleRecent, sampleWanted } from './sample-front.ts'
import { sampleBooks, sampleModeration } from './sample-lists.ts'
import {
  type SamplePaper,
  sampleErrors,
  samplePapers,
  sampleResults,
  sampleSearches,
  sampleStatus,
} from './sample-models.ts'
import { sampleReports } from './sample-reports.ts'

type Renderer = Awaited<ReturnType<typeof createRenderer>>
type Asked = { path: string; query: string | null; nonce: string }

/** The page at a path, with a made-up model; null where there is none. */
export const renderSample = (renderer: Renderer, votes: Votes, asked: Asked): string | null => {
  const { path, query } = asked
  const options = { nonce: asked.nonce, head: { title: 'Sample' } }
  if (path === '/') return renderer.render(homePage, sampleFront, options)
  if (path === '/recent') return renderer.render(recentPage, sampleRecent, options)
  if (path === '/moderation') return renderer.render(moderationPage, sampleModeration, options)
  if (path === '/books') return renderer.render(booksPage, sampleBooks, options)
  if (path === '/wanted') return renderer.render(wantedPage, sampleWanted, options)
  if (path === paths.about) return renderer.render(aboutPage, { contact: 'editors@example.org', version }, options)
  if (path === paths.api) return renderer.render(apiPage, apiPageModel('https://corroborate.example', null), options)
  if (path === paths.privacy) return renderer.render(privacyPage, samplePrivacy, options)
  if (path === '/status') return renderer.render(statusPage, sampleStatus, options)
  if (path === '/search') {
    const found = { query: query ?? '', results: sampleResults, note: null, error: null }
    return renderer.render(resultsPage, found, options)
  }
  if (path.startsWith('/10.'))
    return renderer.render(paperPage, withVotes(samplePapers['nothing-known'] ?? fail(path)), options)
  return renderNamed(renderer, votes, path, options)
}

/** A page by the kind and the name in its path, such as `/paper/retracted`. */
const renderNamed = (
  renderer: Renderer,
  votes: Votes,
  path: string,
  options: { nonce: string; head: { title: string } },
): string | null => {
  const [, kind, name = '', part] = path.split('/')
  const search = sampleSearches[name]
  if (kind === 'results' && search) return renderer.render(resultsPage, search, options)
  const paper = samplePapers[name]
  if (kind === 'paper' && paper)
    return renderer.render(paperPage, withVotes({ ...paper, votes: votes.on(name) }), options)
  if (kind === 'whole' && paper) {
    const list = wholeLists({ ...paper, sections: {} }, part as WholeList)[0]
    return list === undefined ? null : renderer.render(wholeListPage, list, options)
  }
  const report = sampleReports[name]
  if (kind === 'report' && report) return renderer.render(reportPage, report, options)
  const error = sampleErrors.find(({ status }) => String(status) === name)
  return kind === 'error' && error ? renderer.render(errorPage, error, options) : null
}

const samplePrivacy: PrivacyModel = {
  analytics: 'analytics.example',
  contact: 'somebody@corroborate.example',
  kept: [
    { what: 'Your votes', howLong: 'until you take them back; without your account when you delete it' },
    { what: 'What you were told about papers that you watch', howLong: '365 days after you were told' },
  ],
  outside: ['OpenAlex', 'Crossref'],
}

/** Returns a sample paper's page with its vote box and flagged references. */
const withVotes = ({ votes, cites, ...paper }: SamplePaper): PaperPageModel => ({
  ...paper,
  sections: { vote: { doi: paper.doi, action: paths.vote(storedDoi(paper.doi)), votes }, ...(cites && { cites }) },
})

const fail = (path: string): never => {
  throw new Error(`No sample for ${path}`)
}
