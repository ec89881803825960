const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  shy: '',
  times: '×',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  epsilon: 'ε',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  omega: 'ω',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  ccedil: 'ç',
}

const markup = /[<&\\\s]/

/**
 * A title or a name as a person reads it: HTML tags gone, entities decoded (once or twice, as publishers escape them), runs of
 * white space made one. A `<` that opens no tag ("p < 0.05") stays.
 */
export const plainText = (text: string): string => {
  if (!markup.test(text)) return text
  let plain = text
  if (plain.includes('&')) plain = decodeEntities(decodeEntities(plain))
  if (plain.includes('<')) plain = stripTags(plain)
  return plain.replace(/\s+/g, ' ').trim()
}

/** Inline tags such as subscripts belong to their word (H2O); other tags separate words only if no letter is lost. */
const stripTags = (text: string): string =>
  withoutDoubles(withoutComments(text))
    .replace(/<\/?(?:sub|sup|inf|scp|small|b|strong|u)(?:\s[^<>]{0,200})?>/gi, '')
    .replace(/<\/?[a-z][a-z0-9:-]{0,30}(?:\s[^<>]{0,300})?\/?>/gis, ' ')
    .replace(/ ([,.;:!?)\]’])/g, '$1')

/** Removes duplicate TeX of a formula: JATS (`<tex-math>`) and MathML annotations. Kept if it is the only form. */
const withoutDoubles = (text: string): string => {
  if (!/<(?:tex-math|(?:mml:)?(?:annotation|math))\b/i.test(text)) return text
  const isDouble = /<(?:mml:)?math\b/i.test(text)
  return text
    .replace(/<(?:mml:)?annotation(?:-xml)?\b[^<>]{0,300}>[^<]*<\/(?:mml:)?annotation(?:-xml)?>/gi, '')
    .replace(/<tex-math\b[^<>]{0,300}>([^<]*)<\/tex-math>/gi, (_, tex: string) =>
      isDouble ? '' : ` ${formulaIn(tex)} `,
    )
    .replace(
      /<\/?(?:mml:)?(?:mi|mn|mo|mrow|mtext|mstyle|msub|msup|msubsup|mspace|mover|munder)(?:\s[^<>]{0,300})?\/?>/gi,
      '',
    )
}

/** A whole document of TeX around one formula, as some publishers deposit it, → the formula. */
const formulaIn = (tex: string): string =>
  (/\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(tex)?.[1] ?? tex).trim()

const withoutComments = (text: string): string => {
  let plain = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return plain + text.slice(from)
    plain += `${text.slice(from, start)} `
    from = end + 3
  }
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const valid = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return valid ? String.fromCodePoint(code) : ' '
  })
