import { scriptHash } from '@corroborate/server-kit/http'
import { documentStart, htmlText as text } from '@corroborate/server-kit/page'
import { tracing } from '@corroborate/server-kit/tracing'
import type { Head } from '../page/index.ts'
import type { Assets } from './assets.ts'

type Parts = {
  /** The page's name. */
  page: string
  markup: string
  assets: Assets
  /** Null: the document is the same for everybody, and its inline scripts are named by their hashes (`inlineHashes`). */
  nonce: string | null
  head: Head
  clientSettings?: string | undefined
  /** The id of the account that it is for; null for a visitor. */
  account: string | null
  /** Whether it shows what is somebody's own: the script then marks the browser (`kit/people/yours-mark.ts`). */
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
  // What everybody gets is no step of one request, and looks for the mark before it shows anything.
  (nonce === null ? `<script>${lookForMark}</script>` : traceTag()) +
  `<script type="speculationrules"${nonceAttribute(nonce)}>${speculationRules}</script></head>` +
  `<body data-page="${page}"${clientSettings === undefined ? '' : ` data-settings="${text(clientSettings)}"`}` +
  `${account === null ? '' : ` data-reader="${text(account)}"`}${isSomebodys === true ? ' data-somebodys' : ''}>` +
  `${markup}</body></html>`

/** Tells the page's calls which step made it, where steps are noted. */
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
 * Pages are fetched ahead when the pointer rests on their link. Only fetched, not run: a reader who never arrives has
 * changed nothing and has been counted nowhere. Downloads are left alone, and what logs in or out.
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
 * The tags that load style, fonts and script: the same for every rendering of a page, but for the nonce between the pieces. Imported modules
 * are not announced: they would share a slow line with the style sheet, without which a page shows nothing. Of what has low priority a
 * browser fetches one file beside the style sheet: the first script, which is short, and not a font.
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

/** Where a page has islands: what is pressed before the script that watches over them is there (`kit/browser/wake-islands.ts`). */
const keepPresses = `var pressed=[];addEventListener('click',e=>pressed?.push(e.target),true)`

/** What is its reader's stays out of sight until it has been fetched, where the browser is marked (`kit/browser/take-yours.ts`). */
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
