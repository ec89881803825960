import { assistantsPath } from '@corroborate/wire/assistants'
import type { Doi } from './doi.ts'
import { actionPath, encodedPath, guarded, paperPath, type SitePath } from './doi-in-path.ts'
import { crateFile } from './split-action.ts'

/** The formats a paper's citation can be downloaded in, as they appear in the path. */
export type CiteFormat = 'bibtex' | 'ris' | 'csl-json'

/** The lists of a paper that may be long. */
export type WholeList = 'authors' | 'known'

/**
 * Every path of the site. Each is a path of this site only: it starts with one '/', and user text in it is
 * percent-encoded, so it can go into an attribute, a `Location` header or a redirect as it is. What a browser does to a
 * URL (dot segments, back slashes) changes none of them.
 */
export const paths = {
  /** The home page, with the search field. */
  home: '/',
  /** GET: results, as JSON or as a page. */
  search: (query?: string): SitePath =>
    query === undefined ? '/search' : `/search?${new URLSearchParams({ q: query })}`,
  /** GET: the paper's page. */
  paper: (doi: Doi): SitePath => paperPath(doi),
  /** POST: cast, change or take back a vote. */
  vote: (doi: Doi): SitePath => actionPath(doi, 'vote'),
  /** POST to watch, DELETE to stop. */
  watch: (doi: Doi): SitePath => actionPath(doi, 'watch'),
  /** POST: a community note. GET: all notes on the paper. */
  comment: (doi: Doi): SitePath => actionPath(doi, 'comment'),
  /** GET: the same from one note on. */
  note: (doi: Doi, id: string): SitePath => `${actionPath(doi, 'comment')}${queryOf({ note: id })}#note-${id}`,
  /** GET: the form that changes a note, for its writer. */
  editNote: (doi: Doi, id: string): SitePath => `${actionPath(doi, 'comment')}${queryOf({ edit: id })}`,
  /** GET: the notes on the paper before a place among them. */
  notes: (doi: Doi, { before }: { before: string }): SitePath => `${actionPath(doi, 'comment')}${queryOf({ before })}`,
  /** GET: the claim form. */
  claim: (doi: Doi): SitePath => actionPath(doi, 'claim'),
  /** POST: a reproduction report, or a claim. The slash at the end is part of SPEC §7. */
  reports: (doi: Doi): SitePath => `${actionPath(doi, 'audit')}/`,
  /** GET: one report, by the first nine characters of its SHA-256 (more when two share them). */
  report: (doi: Doi, hash: string): SitePath => `${actionPath(doi, 'audit')}/${encodeURIComponent(hash.toLowerCase())}`,
  /** GET: the same as an RO-Crate. */
  reportCrate: (doi: Doi, hash: string): SitePath => `${paths.report(doi, hash)}/${crateFile}`,
  /** GET: the reviews of a paper and the replications, as a DocMap. */
  docmap: (doi: Doi): SitePath => `/api/v1/docmaps${paperPath(doi)}`,
  docmaps: '/api/v1/docmaps/*',
  /** GET: what the page of a paper or a report links to, as a set of typed links (RFC 9264). */
  linkset: (page: SitePath): SitePath => `/api/v1/linksets${page}`,
  linksets: '/api/v1/linksets/*',
  /** GET: the form to say what is wrong with a note, a report or what a source says. POST: says it. */
  problem: (doi: Doi, about?: { kind: string; id: string }): SitePath =>
    `${actionPath(doi, 'problem')}${about === undefined ? '' : `?${new URLSearchParams({ about: `${about.kind}:${about.id}` })}`}`,
  /** GET: the reproduce wizard. */
  reproduce: (doi: Doi): SitePath => actionPath(doi, 'reproduce'),
  /** GET: the form to contribute to the paper's bounty. POST: begins a contribution. */
  contribute: (doi: Doi): SitePath => actionPath(doi, 'contribute'),
  /** GET: the citation as a download. */
  cite: (doi: Doi, format: CiteFormat): SitePath => `${actionPath(doi, 'cite')}/${format}`,
  /** GET: the whole of a list of which the paper's page shows the beginning. Pages count from 1. */
  all: (doi: Doi, list: WholeList, page = 1): SitePath =>
    `${actionPath(doi, 'all')}/${list}${page === 1 ? '' : `?page=${page}`}`,
  /** GET: what is known about a paper, as a picture for other people's pages. */
  badge: (doi: Doi): SitePath => `/badge${guarded(encodedPath(doi))}.svg`,
  /** Every badge. */
  badges: '/badge/*',
  /** GET: the same with the title, as a picture for shared links. `version` names what it shows. */
  picture: (doi: Doi, version: string): SitePath => `/share${guarded(encodedPath(doi))}.png?v=${version}`,
  /** Every such picture. */
  pictures: '/share/*',
  /** GET: what waits for a moderator, from a place in each queue. POST: decide about many. */
  moderate: (places: Readonly<Record<string, string | null>> = {}): SitePath => `/moderate${queryOf(places)}`,
  /** GET: what moderators decided, from a place in the log. */
  moderated: (before: string | null = null): SitePath => `/moderate${queryOf({ view: 'decided', before })}`,
  /** POST: approve or reject a note. */
  moderateComment: (id: string): SitePath => `/moderate/comment/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateComments: '/moderate/comment/:id',
  /** POST: approve or reject a report. */
  moderateReport: (id: string): SitePath => `/moderate/audit/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateReports: '/moderate/audit/:id',
  /** POST: approve or reject the name and words of a contribution. */
  moderateContribution: (id: string): SitePath => `/moderate/contribution/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateContributions: '/moderate/contribution/:id',
  /** POST: decides about a problem that somebody reported. */
  moderateProblem: (id: string): SitePath => `/moderate/problem/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateProblems: '/moderate/problem/:id',
  /** GET: what moderators decide about money. POST: proposes an award or a top-up, or compares the books with Stripe. */
  moderateMoney: (done: string | null = null): SitePath => `/moderate/money${queryOf({ done })}`,
  /** POST: confirms, rejects or takes back a proposal. */
  moderateProposal: (id: string): SitePath => `/moderate/money/proposal/${encodeURIComponent(id)}`,
  moderateProposals: '/moderate/money/proposal/:id',
  /** POST: notes that a reporter was paid, or lets it be tried again. */
  moderatePayout: (id: string): SitePath => `/moderate/money/payout/${encodeURIComponent(id)}`,
  moderatePayouts: '/moderate/money/payout/:id',
  /** GET: how many notes and reports were approved and refused, by month. */
  moderation: '/moderation',
  /** GET: the general pool. */
  pool: '/pool',
  /** POST: begin a contribution to it. */
  contributeToPool: '/pool/contribute',
  /** GET: where all money came from and went to; of one paper or of the pool, or a part of it. Pages count from 1. */
  books: ({ doi, pool, part, page = 1 }: { doi?: Doi; pool?: true; part?: string; page?: number } = {}): SitePath =>
    `/books${queryOf({
      doi: doi ?? null,
      fund: pool === true ? 'pool' : null,
      part: part ?? null,
      page: page === 1 ? null : String(page),
    })}`,
  /** GET: the same as a file, whole. */
  booksFile: (format: 'csv' | 'json', { doi, pool }: { doi?: Doi; pool?: true } = {}): SitePath =>
    `/books.${format}${queryOf({ doi: doi ?? null, fund: pool === true ? 'pool' : null })}`,
  /** GET: the papers one watches, what changed on them, and all else that one did here. */
  dashboard: '/dashboard',
  /** POST: what changed on watched papers has been seen. */
  dashboardSeen: '/dashboard/seen',
  /** POST: throws away what an assistant wrote for one. */
  discardDraft: '/dashboard/drafts',
  /** GET: the page to look after one's account. */
  account: '/account',
  /** GET: what one was awarded, and how one is paid. POST: says so. */
  awards: '/dashboard/awards',
  /** POST: leads to Stripe, which pays. */
  payByStripe: '/dashboard/awards/stripe',
  /** POST: puts an award back into its bounty. */
  declineAward: (payout: string): SitePath => `/dashboard/awards/${encodeURIComponent(payout)}/decline`,
  declineAwards: '/dashboard/awards/:payout/decline',
  /** GET: everything that is kept of one's account, here and by the identity provider, as JSON. */
  accountExport: '/account/export.json',
  /** GET: what one is written to about. POST: changes it. */
  mailSettings: '/dashboard/mails',
  /** POST: makes, or takes back, the secret address of one's own feed. */
  watchFeed: '/dashboard/feed',
  /** GET: asks. POST: takes somebody off the list by the signed word of a mail, without a session (RFC 8058). */
  unsubscribe: (token?: string): SitePath =>
    token === undefined ? '/unsubscribe' : `/unsubscribe?${new URLSearchParams({ token })}`,
  /** GET: what happened to papers recently, of one kind or all, from a place in the list. */
  recent: (kind = 'all', before: string | null = null): SitePath =>
    `/recent${queryOf({ kind: kind === 'all' ? null : kind, before })}`,
  /** GET: leads to the retractions among the recent updates. */
  retractions: '/retractions' as SitePath,
  /** GET: papers that people want to know more about, of one kind or all, from a place in the list. */
  wanted: (kind = 'all', after: string | null = null): SitePath =>
    `/wanted${queryOf({ kind: kind === 'all' ? null : kind, after })}`,
  /** GET: what happened to a paper, as an Atom feed. */
  paperFeed: (doi: Doi): SitePath => `/feed${encodedPath(doi)}.atom`,
  /** GET: what happened to papers, of one kind or all, as an Atom feed. */
  feed: (kind: string): SitePath => `/feed/${kind}.atom`,
  /** GET: what happened to the papers that one person watches, for who knows the address. */
  personalFeed: (secret: string): SitePath => `/feed/mine/${secret}.atom`,
  /** Every feed. */
  feeds: '/feed/*',
  /** GET: work for a browser whose limits are near. */
  proofOfWork: '/proof-of-work',
  /** GET: the form to check a bibliography with. POST: checks it. */
  check: '/check',
  /** POST: the same for programs. */
  checkForPrograms: '/api/v1/check',
  /** GET: how fresh each source of what is known is, as a page or as JSON. */
  status: '/status',
  /** GET: the same, always as JSON. */
  statusJson: '/status.json',
  /** GET: what this is, and how the answer is made. */
  about: '/about',
  /** What is the reader's own of a page that everybody gets alike. */
  yours: '/yours',
  /** GET: what is kept of readers, how long, and who sees it. */
  privacy: '/privacy',
  /** GET: what crawlers may read. */
  robots: '/robots.txt',
  /** GET: what programs can ask, described. The calls are in `open/api/api-paths.ts`. */
  api: '/api',
  /** POST: what assistants ask (the Model Context Protocol). */
  assistants: assistantsPath,
  /** GET: who gives tokens for it (RFC 9728), with its path and without. */
  protectedResource: `/.well-known/oauth-protected-resource${assistantsPath}`,
  protectedResourceOfSite: '/.well-known/oauth-protected-resource',
  /** GET: where to report a weakness. */
  securityTxt: '/.well-known/security.txt',
  /** GET: the list of the lists of papers, for crawlers; one of them, counted from 1; and all of those. */
  sitemapIndex: '/sitemap.xml',
  sitemap: (part: number): SitePath => `/sitemap-${part}.xml`,
  sitemaps: '/:file{sitemap-[0-9]+\\.xml}',
  /** GET: the state of a payment session. */
  sessionDetails: '/get-session-details',
  /** GET: the form to log in with, which leads back to a path of ours. POST: mails a link. */
  login: (back = '/'): SitePath => (back === '/' ? '/login' : `/login?${new URLSearchParams({ redirect_url: back })}`),
  /** GET, POST: completes a login. */
  authenticate: '/authenticate',
  /** POST: tells a page's script the session that the cookie is of. */
  ownSession: '/authenticate/session',
  /** POST: the code of an authenticator app, by a form without script. */
  secondFactor: '/authenticate/second-factor',
  /** POST: mails again what confirms the address of an account. */
  confirmAddress: '/confirm-address',
  /** GET: a form that was submitted after its session had ended, to check and submit. POST: discards it. */
  continueForm: (id?: string): SitePath => (id === undefined ? '/continue' : `/continue?held_form=${id}`),
  /** GET, POST: logs out. */
  logout: '/logout',
  /** GET: where other applications send people to log in there with their account here, and out. */
  consent: '/oauth/authorize',
  /** GET: the question whether to log out, which leads back to a path of ours. */
  askLogout: (back: string): SitePath => `/logout?${new URLSearchParams({ ask: 'true', redirect_url: back })}`,
  /** POST: what the identity provider tells of its users. */
  userEvents: '/webhooks/identity',
  /** POST: what Stripe tells of payments. */
  stripeEvents: '/webhooks/stripe',
  /** GET: where somebody pays in the sandbox. POST: pays, fails or cancels. */
  sandboxCheckout: (session: string): SitePath => `/sandbox/checkout/${encodeURIComponent(session)}`,
  sandboxCheckouts: '/sandbox/checkout/:session',
  /** GET: where a reporter says in the sandbox how they are paid. POST: says so, or leaves. */
  sandboxOnboarding: (account: string): SitePath => `/sandbox/onboarding/${encodeURIComponent(account)}`,
  sandboxOnboardings: '/sandbox/onboarding/:account',
  /** GET: what was paid in the sandbox. POST: has something happen to it. */
  sandbox: '/sandbox',
  /** GET: where the links of reset mails may lead; the form opens on another page. */
  resetPassword: '/reset-password',
} as const

/** Whether an address is one of the API, in any version. It answers everybody alike: nothing there looks at a session. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/v')

/** Whether an address is for assistants, which bring a token of their own: nothing there looks at a session either. */
export const isAssistantsPath = (path: string): boolean =>
  path === paths.assistants || path.startsWith(paths.protectedResourceOfSite)

/** A query of the values that there are; nothing where there are none. */
const queryOf = (values: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return query.size === 0 ? '' : `?${query}`
}
