import type { Head } from '../page/index.ts'
import type { Assets } from './assets.ts'

type Parts = {
  /** The page's name. */
  page: string
  markup: string
  assets: Assets
  nonce: string
  head: Head
  clientSettings?: string | undefined
}

/** The whole document around a page's markup. */
export const documentOf = ({ page, markup, assets, nonce, head, clientSettings }: Parts): string =>
  start +
  `<title>${text(head.title)}</title>` +
  loads(assets, nonce) +
  headTags(head) +
  `<script type="speculationrules" nonce="${nonce}">${speculationRules}</script></head>` +
  `<body data-page="${page}"${clientSettings === undefined ? '' : ` data-settings="${text(clientSettings)}"`}>` +
  `${markup}</body></html>`

/**
 * JSON that is safe inside a script element: no `<`, so neither `</script` nor `<!--` can appear, and none of the two line
 * separators that older JavaScript does not take in a string.
 */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, found =>
    found === '<' ? '\\u003c' : found === '\u2028' ? '\\u2028' : '\\u2029',
  )

/** Text as it goes between tags or into a double-quoted attribute. */
const text = (value: string): string => value.replace(/[&<>"]/g, found => entities[found] ?? found)
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

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

const start = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#0f171c" media="(prefers-color-scheme: dark)">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
].join('')

const written = new WeakMap<Assets, readonly string[]>()

/**
 * The tags that load style and script: the same for every rendering of a page, but for the nonce between the pieces. Nothing else
 * is announced: fonts and imported modules would share a slow line with the style sheet, without which a page shows nothing.
 */
const loads = (assets: Assets, nonce: string): string => {
  let pieces = written.get(assets)
  if (pieces === undefined) {
    const { styles, scripts, development = '' } = assets
    pieces = [
      ...styles.map(href => `<link rel="stylesheet" href="${href}">`),
      development,
      ...scripts.map(src => `<script type="module" nonce="${nonceHere}" src="${src}"></script>`),
    ]
      .join('')
      .split(nonceHere)
    written.set(assets, pieces)
  }
  return pieces.join(nonce)
}

const nonceHere = '%NONCE%'

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
