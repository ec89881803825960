import type { Doi } from './doi.ts'
import { mayEndLikeAnAction, splitAction } from './split-action.ts'

/** A path of this site, from its root. */
export type SitePath = `/${string}`

/** The canonical path of a paper's page, such as `/10.1038/nature12373`. A slash that ends the DOI stays as it is. */
export const paperPath = (doi: Doi): SitePath => {
  const path = encodedPath(doi)
  return /(?<!\/\.{0,2})\/$/.test(doi) ? guarded(`/${path.slice(1, -3)}/`) : guarded(path)
}

/** Returns the DOI's resolver URL, encoded according to the DOI Handbook (CONVENTIONS 2.1). */
export const doiUrl = (doi: Doi): string => {
  // The resolver needs only its dot segments guarded.
  return `https://doi.org/${joined(doi, segment => segment === '.' || segment === '..')}`
}

/** Returns the path of an action or a list of a paper. */
export const actionPath = (doi: Doi, action: string): SitePath => `${guarded(encodedPath(doi))}/${action}`

/**
 * Slashes stay, except where something between the browser and us would drop one: next to an empty or a dot segment, and
 * at the end.
 */
export const encodedPath = (doi: Doi): SitePath =>
  `/${joined(doi, segment => segment === '' || segment === '.' || segment === '..')}`

/** A DOI that itself ends like one of our paths (`10.1234/x/claim`) has that slash encoded, or it would be taken for the claim page. */
export const guarded = (path: SitePath): SitePath => {
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
