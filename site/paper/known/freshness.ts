import { drawnShape, toneOfStatus, tones } from './listed-facts.ts'
import type { Freshness, Status } from './model.ts'
import type { KnownSource, SourceReach } from './sources.ts'
import { formatDate, statusMark, statusShape } from './status-words.ts'

/** Badges have their own background, because they appear on third-party pages. */
const ground = '#ffffff'
const edge = '#7c8f99'

/** Average width of a 13 px character in common fonts; `textLength` fits the text exactly. */
const characterPx = 6.9

/**
 * SVG badge for third-party pages with a list's shape and label, without scripts, styles or fonts. Empty for a paper without a status, so
 * that pages can embed badges everywhere.
 */
export const badge = (status: Status): string => {
  const mark = statusMark(status)
  if (mark === null) return svg(1, 1, 'Nothing found', '')
  const tone = tones[toneOfStatus[status.kind]]
  const length = Math.round(mark.words.length * characterPx)
  const width = length + 38
  const shape = drawnShape(statusShape(status.kind), tone, ground)
  return svg(
    width,
    24,
    mark.words,
    `<rect x=".5" y=".5" width="${width - 1}" height="23" rx="5" fill="${ground}" stroke="${edge}"/>` +
      `<g transform="translate(16 12) scale(.72)">${shape}</g>` +
      `<text x="28" y="16.5" textLength="${length}" lengthAdjust="spacingAndGlyphs" font-family="Inter,system-ui,Helvetica,Arial,sans-serif" font-size="13" font-weight="600" fill="${tone}">${escaped(mark.words)}</text>`,
  )
}

const svg = (width: number, height: number, title: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}"><title>${escaped(title)}</title>${content}</svg>`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, found => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found] ?? '&quot;')

/** Availability of Crossref, which also serves Retraction Watch data. */
export type CrossrefState = 'off' | 'reachable' | 'silent'

/** Describes the freshness of a status. `askedAt`: time of the last Crossref response on this paper, in epoch ms. */
export const freshnessOf = (given: {
  crossref: CrossrefState
  askedAt: number | null
  sources: readonly SourceReach[]
}): Freshness => {
  const { crossref, askedAt, sources } = given
  const silent = askedAt === null && crossref === 'silent' ? 'Crossref' : null
  const reached = sources.flatMap(({ source, reachesTo }) =>
    reachesTo === null ? [] : [`${names[source]} (to ${dated(reachesTo).replace(/^ (?:on|in) /, '')})`],
  )
  const lists = [...reached, 'our own list']
  return { told: `Sources checked: ${inAList(lists)}.${live(crossref, askedAt)}`, silent }
}

/** End of the message: whether Crossref was queried for this paper. */
const live = (crossref: CrossrefState, askedAt: number | null): string => {
  if (askedAt !== null)
    return ` Crossref was checked for this paper${dated(new Date(askedAt).toISOString().slice(0, 10))}.`
  if (crossref === 'silent') return ' Crossref did not respond for this paper.'
  return crossref === 'reachable' ? ' Checking Crossref for updates. Reload in a minute to see the result.' : ''
}

/** "a", "a and b", "a, b and c". */
const inAList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const names: Readonly<Record<KnownSource, string>> = {
  crossref: 'Crossref',
  'retraction-watch': 'Retraction Watch',
  forrt: 'FORRT',
}

const dated = (date: string): string => formatDate({ date, dateIsLatest: false })
