import { defineBadge } from './badge-element.ts'
import { createLookUp } from './look-up.ts'
import { markDois } from './mark-dois.ts'

/**
 * Defines `<corroborate-badge>`, and puts a badge behind every DOI of the page where `mark` asks for it. The package
 * `@corroborate/embed` exports it; its types are in `embed/index.d.ts`.
 * @param options.site the address of the site that is asked
 * @throws TypeError where `site` is no address
 */
export const showBadges = ({ site, mark = false }: { site: string; mark?: boolean }): void => {
  defineBadge(createLookUp(new URL(site).origin))
  if (!mark) return
  // A script in the head that is no module runs before there is a body.
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => markDois(document.body), { once: true })
  else markDois(document.body)
}
