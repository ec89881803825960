import type { Doi } from './doi.ts'
import { mayEndLikeAnAction, splitAction } from './split-action.ts'

/** The formats a paper's citation can be downloaded in, as they appear in the path. */
export type CiteFormat = 'bibtex' | 'ris' | 'csl-json'

/**
 * Every path of the site. Each is a path of this site only: it starts with one '/', and user text in it is
 * percent-encoded, so it can go into an attribute, a `Location` header or a redirect as it is. What a browser does to a
 * URL (dot segments, back slashes) changes none of them.
 */
export const paths = {
  /** The home page, with the search field. */
  home: '/',
  /** GET: results, as JSON or as a page. */
  search: (query?: string): string =>
    query === undefined ? '/search' : `/search?${new URLSearchParams({ q: query })}`,
  /** GET: the paper's page. */
  paper: (doi: Doi): string => paperPath(doi),
  /** POST: cast, change or take back a vote. */
  vote: (doi: Doi): string => actionPath(doi, 'vote'),
  /** POST to watch, DELETE to stop. */
  watch: (doi: Doi): string => actionPath(doi, 'watch'),
  /** POST: a community note. */
  comment: (doi: Doi): string => actionPath(doi, 'comment'),
  /** GET: the claim form. */
  claim: (doi: Doi): string => actionPath(doi, 'claim'),
  /** POST: a reproduction report, or a claim. The slash at the end is part of SPEC §7. */
  audits: (doi: Doi): string => `${actionPath(doi, 'audit')}/`,
  /** GET: one report, by the first nine characters of its SHA-256 (more when two share them). */
  audit: (doi: Doi, hash: string): string => `${actionPath(doi, 'audit')}/${encodeURIComponent(hash.toLowerCase())}`,
  /** GET: the reproduce wizard. */
  reproduce: (doi: Doi): string => actionPath(doi, 'reproduce'),
  /** POST: begin a contribution to the paper's bounty. */
  contribute: (doi: Doi): string => actionPath(doi, 'contribute'),
  /** GET: the citation as a download. */
  cite: (doi: Doi, format: CiteFormat): string => `${actionPath(doi, 'cite')}/${format}`,
  /** GET: what is known about a paper, as a picture for other people's pages. */
  badge: (doi: Doi): string => `/badge${encodedPath(doi)}.svg`,
  /** Every badge. */
  badges: '/badge/*',
  /** GET: what waits for a moderator. */
  moderate: '/moderate',
  /** POST: approve or reject a note. */
  moderateComment: (id: string): string => `/moderate/comment/${encodeURIComponent(id)}`,
  /** POST: approve or reject a report. */
  moderateAudit: (id: string): string => `/moderate/audit/${encodeURIComponent(id)}`,
  /** GET: the general pool. */
  pool: '/pool',
  /** GET: the papers one watches. */
  dashboard: '/dashboard',
  /** GET: how fresh each source of what is known is, as a page or as JSON. */
  status: '/status',
  /** GET: the same, always as JSON. */
  statusJson: '/status.json',
  /** GET: the state of a payment session. */
  sessionDetails: '/get-session-details',
  /** GET: the form to log in with, which leads back to a path of ours. POST: mails a link. */
  login: (back = '/'): string => (back === '/' ? '/login' : `/login?${new URLSearchParams({ redirect_url: back })}`),
  /** GET, POST: completes a login. */
  authenticate: '/authenticate',
  /** POST: mails again what confirms the address of an account. */
  confirmAddress: '/confirm-address',
  /** GET, POST: logs out. */
  logout: '/logout',
  /** GET: where the links of reset mails may lead; the form opens on another page. */
  resetPassword: '/reset-password',
} as const

/** The canonical path of a paper's page, such as `/10.1038/nature12373`. A slash that ends the DOI stays as it is. */
export const paperPath = (doi: Doi): string => {
  const path = encodedPath(doi)
  return /(?<!\/\.{0,2})\/$/.test(doi) ? guarded(`${path.slice(0, -3)}/`) : guarded(path)
}

/** The DOI as a link to the resolver, encoded as the DOI Handbook asks (CONVENTIONS 2.1). */
export const doiUrl = (doi: Doi): string => {
  // The resolver needs only its dot segments guarded.
  return `https://doi.org/${joined(doi, segment => segment === '.' || segment === '..')}`
}

const actionPath = (doi: Doi, action: string): string => `${guarded(encodedPath(doi))}/${action}`

/**
 * Slashes stay, except where something between the browser and us would drop one: next to an empty or a dot segment, and
 * at the end.
 */
const encodedPath = (doi: Doi): string =>
  `/${joined(doi, segment => segment === '' || segment === '.' || segment === '..')}`

/** A DOI that itself ends like one of our paths (`10.1234/x/claim`) has that slash encoded, or it would be taken for the claim page. */
const guarded = (path: string): string => {
  if (!mayEndLikeAnAction(path)) return path
  let segments = path.slice(1).split('/')
  for (;;) {
    const { at } = splitAction(segments)
    if (at === null) return `/${segments.join('/')}`
    segments = [...segments.slice(0, at - 1), `${segments[at - 1]}%2F${segments[at]}`, ...segments.slice(at + 1)]
  }
}

const joined = (doi: Doi, needsGuard: (segment: string) => boolean): string => {
  const segments = doi.split('/')
  const last = segments.length - 1
  return segments
    .reduce((path, segment, index) => {
      const separator = needsGuard(segments[index - 1] ?? 'x') || (index === last && needsGuard(segment)) ? '%2F' : '/'
      return `${path}${separator}${encodeSegment(segment)}`
    }, '')
    .slice(1)
}

/** `encodeURIComponent`, but for the characters that a path may hold as they are and that people read DOIs by. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(?:24|26|2C|3A|3D|40)/g, decodeURIComponent)
