import { scriptHash } from '@corroborate/server-kit/http'
import { documentStart, htmlText as text } from '@corroborate/server-kit/page'
import { tracing } from '@corroborate/server-kit/tracing'
import type { Head } from '../page/head.ts'
import type { Assets } from './assets.ts'

type Parts = {
  /** The page's name. */
  page: string
  markup: string
  assets: Assets
  /** Null: the document is shared, and the CSP lists the hashes of its inline scripts (`inlineHashes`). */
  nonce: string | null
  head: Head
  clientSettings?: string | undefined
  /** The id of the account that it is for; null for a visitor. */
  account: string | null
  /** True if it has personal content: the script then marks the browser (`kit/people/yours-mark.ts`). */
  isSomebodys?: boolean
}

/** The whole document around a page's markup. */
export const documentOf = ({
  page,
  markup,
  assets,
  nonce,
  head,
  clientSettings,
  account,
  isSomebodys,
}: Parts): string =>
  start +
  `<title>${text(head.title)}</title>` +
  loads(assets, nonce) +
  headTags(head) +
  // A shared document belongs to no single trace, and checks for the mark before rendering.
  (nonce === null ? `<script>${lookForMark}</script>` : traceTag()) +
  `<script type="speculationrules"${nonceAttribute(nonce)}>${speculationRules}</script></head>` +
  `<body data-page="${page}"${clientSettings === undefined ? '' : ` data-settings="${text(clientSettings)}"`}` +
  `${account === null ? '' : ` data-reader="${text(account)}"`}${isSomebodys === true ? ' data-somebodys' : ''}>` +
  `${markup}</body></html>`

/** Returns the trace context tag for the page's requests, if tracing is enabled. */
const traceTag = (): string => {
  const traceparent = tracing().traceparent()
  return traceparent === null ? '' : `<meta name="traceparent" content="${traceparent}">`
}

/**
 * JSON that is safe inside a script element: no `<`, so neither `</script` nor `<!--` can appear, and none of the two line
 * separators that older JavaScript does not take in a string.
 */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, found =>
    found === '<' ? '\\u003c' : found === '\u2028' ? '\\u2028' : '\\u2029',
  )

/**
 * Prefetches pages on hover. Only prefetch, not prerender: an abandoned visit has no effects and is not counted. Excludes downloads, login
 * and logout.
 */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { selector_matches: '[download], [href^="/logout"], [href^="/login"]' } }],
      },
      eagerness: 'moderate',
    },
  ],
})

const start = `${documentStart}<link rel="icon" href="/favicon.svg" type="image/svg+xml">`

const written = new WeakMap<Assets, readonly string[]>()

/**
 * Returns the tags for stylesheets, fonts and scripts: the same for every rendering of a page except for the nonce. Imported modules are
 * not preloaded, because they would compete with the stylesheet, which blocks rendering, on a slow connection. Browsers fetch one
 * low-priority file next to the stylesheet: the first script, which is short, rather than a font.
 */
const loads = (assets: Assets, nonce: string | null): string => {
  let pieces = written.get(assets)
  if (pieces === undefined) {
    const { styles, scripts, fonts = [], development = '' } = assets
    pieces = [
      ...styles.map(href => `<link rel="stylesheet" href="${href}">`),
      development,
      scripts.length > 1 ? `<script${nonceHere}>${keepPresses}</script>` : '',
      ...scripts.map(src => `<script type="module"${nonceHere} src="${src}"></script>`),
      ...fonts.map(
        href => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin fetchpriority="low">`,
      ),
    ]
      .join('')
      .split(nonceHere)
    written.set(assets, pieces)
  }
  return pieces.join(nonceAttribute(nonce))
}

const nonceHere = '%NONCE%'

const nonceAttribute = (nonce: string | null): string => (nonce === null ? '' : ` nonce="${nonce}"`)

/** On pages with islands, records clicks before the hydration script runs (`kit/browser/wake-islands.ts`). */
const keepPresses = `var pressed=[];addEventListener('click',e=>pressed?.push(e.target),true)`

/** Hides placeholders of personal content until it is fetched, if the browser is marked (`kit/browser/take-yours.ts`). */
const lookForMark = `if(/(^|; )yours=/.test(document.cookie))document.documentElement.dataset.awaits='yours'`

/** The names of all inline scripts of a document without a nonce, for its policy. */
export const inlineHashes: readonly string[] = [keepPresses, lookForMark, speculationRules].map(scriptHash)

const headTags = ({ description, canonical, meta = [], properties = [], links = [], jsonLd = [] }: Head): string => {
  let tags = ''
  if (description !== undefined) tags += `<meta name="description" content="${text(description)}">`
  if (canonical !== undefined) tags += `<link rel="canonical" href="${text(canonical)}">`
  for (const { name, content } of meta) tags += `<meta name="${text(name)}" content="${text(content)}">`
  for (const { property, content } of properties)
    tags += `<meta property="${text(property)}" content="${text(content)}">`
  for (const { rel, href, type, title } of links) {
    tags += `<link rel="${text(rel)}" href="${text(href)}"`
    if (type !== undefined) tags += ` type="${text(type)}"`
    if (title !== undefined) tags += ` title="${text(title)}"`
    tags += '>'
  }
  for (const thing of jsonLd) tags += `<script type="application/ld+json">${scriptJson(thing)}</script>`
  return tags
}
