import { defineBadge } from './badge-element.ts'
import { createLookUp } from './look-up.ts'
import { markDois } from './mark-dois.ts'

/**
 * Defines `<corroborate-badge>` and, with `mark`, adds a badge after every DOI of the page. Exported by the package `@corroborate/embed`;
 * types are in `embed/index.d.ts`.
 * @param options.site URL of the site to query
 * @throws TypeError if `site` is not a URL
 */
export const showBadges = ({ site, mark = false }: { site: string; mark?: boolean }): void => {
  defineBadge(createLookUp(new URL(site).origin))
  if (!mark) return
  // A script in the head that is no module runs before there is a body.
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => markDois(document.body), { once: true })
  else markDois(document.body)
}
