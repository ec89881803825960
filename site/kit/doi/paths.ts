import { assistantsPath } from '@corroborate/wire/assistants'
import type { Doi } from './doi.ts'
import { actionPath, encodedPath, guarded, paperPath, type SitePath } from './doi-in-path.ts'
import { crateFile } from './split-action.ts'

/** The formats a paper's citation can be downloaded in, as they appear in the path. */
export type CiteFormat = 'bibtex' | 'ris' | 'csl-json'

/** The lists of a paper that may be long. */
export type WholeList = 'authors' | 'known'

/**
 * All paths of the site. Each is same-origin: it starts with one '/', and user text is percent-encoded, so that it is safe in an attribute,
 * a `Location` header or a redirect. Browser URL normalization (dot segments, backslashes) changes none of them.
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
  /** GET: typed links of a paper's or report's page (RFC 9264). */
  linkset: (page: SitePath): SitePath => `/api/v1/linksets${page}`,
  linksets: '/api/v1/linksets/*',
  /** GET: form to report a problem with a note, a report or source data. POST: submits it. */
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
  /** GET: the paper's status badge as an image for other sites. */
  badge: (doi: Doi): SitePath => `/badge${guarded(encodedPath(doi))}.svg`,
  /** Every badge. */
  badges: '/badge/*',
  /** GET: share image with title and status. `version` identifies its content. */
  picture: (doi: Doi, version: string): SitePath => `/share${guarded(encodedPath(doi))}.png?v=${version}`,
  /** Every such picture. */
  pictures: '/share/*',
  /** GET: pending moderation entries, from a cursor in each queue. POST: decides several at once. */
  moderate: (places: Readonly<Record<string, string | null>> = {}): SitePath => `/moderate${queryOf(places)}`,
  /** GET: moderation decisions, from a cursor in the log. */
  moderated: (before: string | null = null): SitePath => `/moderate${queryOf({ view: 'decided', before })}`,
  /** POST: approve or reject a note. */
  moderateComment: (id: string): SitePath => `/moderate/comment/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateComments: '/moderate/comment/:id',
  /** POST: approve or reject a report. */
  moderateReport: (id: string): SitePath => `/moderate/audit/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateReports: '/moderate/audit/:id',
  /** POST: approves or rejects the name and message of a contribution. */
  moderateContribution: (id: string): SitePath => `/moderate/contribution/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateContributions: '/moderate/contribution/:id',
  /** POST: decides on a reported problem. */
  moderateProblem: (id: string): SitePath => `/moderate/problem/${encodeURIComponent(id)}`,
  /** Every such address. */
  moderateProblems: '/moderate/problem/:id',
  /** GET: financial decisions for moderators. POST: proposes an award or a top-up, or reconciles the ledger with Stripe. */
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
  /** GET: watched papers, their changes, and the user's other activity. */
  dashboard: '/dashboard',
  /** POST: marks changes of watched papers as seen. */
  dashboardSeen: '/dashboard/seen',
  /** POST: discards an assistant's draft. */
  discardDraft: '/dashboard/drafts',
  /** GET: the page to look after one's account. */
  account: '/account',
  /** GET: the user's awards and payout settings. POST: updates them. */
  awards: '/dashboard/awards',
  /** POST: leads to Stripe, which pays. */
  payByStripe: '/dashboard/awards/stripe',
  /** POST: puts an award back into its bounty. */
  declineAward: (payout: string): SitePath => `/dashboard/awards/${encodeURIComponent(payout)}/decline`,
  declineAwards: '/dashboard/awards/:payout/decline',
  /** GET: full data export of the account from site and identity provider, as JSON. */
  accountExport: '/account/export.json',
  /** GET: email notification settings. POST: updates them. */
  mailSettings: '/dashboard/mails',
  /** POST: makes, or takes back, the secret address of one's own feed. */
  watchFeed: '/dashboard/feed',
  /** GET: confirmation page. POST: unsubscribes by a mail's signed token, without a session (RFC 8058). */
  unsubscribe: (token?: string): SitePath =>
    token === undefined ? '/unsubscribe' : `/unsubscribe?${new URLSearchParams({ token })}`,
  /** GET: recent paper events of one kind or all, from a cursor. */
  recent: (kind = 'all', before: string | null = null): SitePath =>
    `/recent${queryOf({ kind: kind === 'all' ? null : kind, before })}`,
  /** GET: leads to the retractions among the recent updates. */
  retractions: '/retractions' as SitePath,
  /** GET: papers that people want to know more about, of one kind or all, from a place in the list. */
  wanted: (kind = 'all', after: string | null = null): SitePath =>
    `/wanted${queryOf({ kind: kind === 'all' ? null : kind, after })}`,
  /** GET: Atom feed of a paper's events. */
  paperFeed: (doi: Doi): SitePath => `/feed${encodedPath(doi)}.atom`,
  /** GET: Atom feed of paper events, of one kind or all. */
  feed: (kind: string): SitePath => `/feed/${kind}.atom`,
  /** GET: Atom feed of a user's watched papers, accessible to anyone with the URL. */
  personalFeed: (secret: string): SitePath => `/feed/mine/${secret}.atom`,
  /** Every feed. */
  feeds: '/feed/*',
  /** GET: proof-of-work challenge for a browser close to its rate limits. */
  proofOfWork: '/proof-of-work',
  /** GET: the form to check a bibliography with. POST: checks it. */
  check: '/check',
  /** POST: the same for programs. */
  checkForPrograms: '/api/v1/check',
  /** GET: freshness of each data source, as a page or as JSON. */
  status: '/status',
  /** GET: the same, always as JSON. */
  statusJson: '/status.json',
  /** GET: about page. */
  about: '/about',
  /** Personal parts of a shared page. */
  yours: '/yours',
  /** GET: privacy page with stored personal data, retention periods and access. */
  privacy: '/privacy',
  /** GET: crawler rules. */
  robots: '/robots.txt',
  /** GET: API documentation. Endpoints are in `open/api/problem.ts`. */
  api: '/api',
  /** POST: MCP endpoint for assistants (Model Context Protocol). */
  assistants: assistantsPath,
  /** GET: protected resource metadata with its authorization server (RFC 9728), with the resource's path and without. */
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
  /** GET: login form with a same-site return path. POST: emails a magic link. */
  login: (back = '/'): SitePath => (back === '/' ? '/login' : `/login?${new URLSearchParams({ redirect_url: back })}`),
  /** GET, POST: completes a login. */
  authenticate: '/authenticate',
  /** POST: returns the cookie's session to a page's script. */
  ownSession: '/authenticate/session',
  /** POST: the code of an authenticator app, by a form without script. */
  secondFactor: '/authenticate/second-factor',
  /** POST: resends an account's address confirmation. */
  confirmAddress: '/confirm-address',
  /** GET: a form that was submitted after its session had ended, to check and submit. POST: discards it. */
  continueForm: (id?: string): SitePath => (id === undefined ? '/continue' : `/continue?held_form=${id}`),
  /** GET, POST: logs out. */
  logout: '/logout',
  /** GET: consent and logout page for third-party applications. */
  consent: '/oauth/authorize',
  /** GET: the question whether to log out, which leads back to a path of ours. */
  askLogout: (back: string): SitePath => `/logout?${new URLSearchParams({ ask: 'true', redirect_url: back })}`,
  /** POST: user events of the identity provider. */
  userEvents: '/webhooks/identity',
  /** POST: payment events of Stripe. */
  stripeEvents: '/webhooks/stripe',
  /** GET: sandbox checkout. POST: pays, fails or cancels. */
  sandboxCheckout: (session: string): SitePath => `/sandbox/checkout/${encodeURIComponent(session)}`,
  sandboxCheckouts: '/sandbox/checkout/:session',
  /** GET: sandbox payout onboarding. POST: completes or cancels it. */
  sandboxOnboarding: (account: string): SitePath => `/sandbox/onboarding/${encodeURIComponent(account)}`,
  sandboxOnboardings: '/sandbox/onboarding/:account',
  /** GET: sandbox payments. POST: triggers a payment event. */
  sandbox: '/sandbox',
  /** GET: target of password reset links. With JavaScript, the form opens on another page. */
  resetPassword: '/reset-password',
} as const

/** True for API paths of any version. Responses are the same for everyone: sessions are ignored. */
export const isApiPath = (path: string): boolean => path.startsWith('/api/v')

/** True for MCP paths. Assistants send their own token, and sessions are ignored. */
export const isAssistantsPath = (path: string): boolean =>
  path === paths.assistants || path.startsWith(paths.protectedResourceOfSite)

/** A query of the values that there are; nothing where there are none. */
const queryOf = (values: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return query.size === 0 ? '' : `?${query}`
}
