/** What a title says at its start of the work it names: that the paper is gone, or that the work is a notice about another. */
export type TitleClaim =
  | { says: 'retracted' | 'withdrawn' }
  | {
      says: 'notice'
      of: 'retraction' | 'withdrawal' | 'concern' | 'correction'
      /** The title of the paper that the notice is about; null when the title does not have it. */
      about: string | null
    }

/** The end of a heading: what stands after it is the paper's own title, or nothing. */
const end = String.raw`\s*(?:[:\])|—–]|\s-\s|\.\s|$)`
const start = String.raw`^[\s\W]*`
/** A heading that an opening quotation mark or the name of the paper follows: "Retraction of “…”", "Retraction for Li et al., …". */
const named = String.raw`\s+(?:of|for|to|zu)\s*(?::|(?=["“‘„'«])|(?=[\p{L}.\s-]{2,60}\bet al\b)|(?=(?:the |an? |these )?(?:articles?|papers?|interpretation)\b))`
const things = String.raw`(?:\s+(?:article|paper|chapter|manuscript|note|notice|statement|publication)s?)?`

const gone = {
  retracted: new RegExp(`${start}retracted${things}${end}`, 'iu'),
  withdrawn: new RegExp(`${start}(?:withdrawn|removed)${things}${end}`, 'iu'),
}

const notices = [
  [
    'retraction',
    new RegExp(
      `${start}(?:notice of\\s+)?(?:partial\\s+)?retractions?(?:\\s+and\\s+(?:republication|replacement))?${things}(?:${end}|${named})`,
      'iu',
    ),
  ],
  // These words head nothing but notices, whatever follows.
  ['retraction', new RegExp(`${start}retraction\\s+(?:note|notice|statement)s?\\s+(?:to|of|for|zu)\\b:?`, 'iu')],
  ['withdrawal', new RegExp(`${start}(?:notice of\\s+)?withdrawals?${things}(?:${end}|${named})`, 'iu')],
  [
    'concern',
    new RegExp(
      `${start}(?:editorial\\s+)?expressions?\\s+of\\s+(?:editorial\\s+)?concern\\b(?:\\s+(?:for|on|about|to|regarding))?:?`,
      'iu',
    ),
  ],
  [
    'correction',
    new RegExp(
      `${start}(?:errat(?:um|a)|corrigend(?:um|a))\\b(?:\\s+(?:notice|note))?(?:\\s+(?:to|for|of|on|in))?:?`,
      'iu',
    ),
  ],
  [
    'correction',
    new RegExp(
      `${start}(?:(?:author|publisher|editorial)(?:[’']s)?\\s+)?corrections?${things}(?:${end}|${named})`,
      'iu',
    ),
  ],
  ['correction', new RegExp(`${start}publisher[’']?s?\\s+note${end}`, 'iu')],
] as const

/**
 * Reads the claim at the start of a title; null when there is none, or when the words may as well be those of a finding
 * ("Retraction of dissolution front in natural porous media", "Corrections to scaling").
 */
export const titleClaim = (title: string | null): TitleClaim | null => {
  if (title === null) return null
  if (gone.retracted.test(title)) return { says: 'retracted' }
  if (gone.withdrawn.test(title)) return { says: 'withdrawn' }
  for (const [of, heading] of notices) {
    const found = heading.exec(title)
    if (found !== null) return { says: 'notice', of, about: quotedTitle(title.slice(found[0].length)) }
  }
  return null
}

/** A title without the word in front of it that says "retracted" or "withdrawn". */
export const bareTitle = (title: string): string => {
  const heading = gone.retracted.exec(title) ?? gone.withdrawn.exec(title)
  return heading === null ? title : title.slice(heading[0].length).replace(/^[\s\W]+/u, '') || title
}

/** What is left of a notice's title: the paper's title without quotation marks and without the reference after it. */
const quotedTitle = (rest: string): string | null => {
  const text = rest.trim()
  const quoted = /^["“‘„«']+(.+?)["”’»']+(?:\s*[[(,.]|$)/u.exec(text)?.[1] ?? text.replace(/^[\s\W]+/u, '')
  const title = quoted.replace(/\s*\[[^\]]*\]\s*$/u, '').trim()
  return title.split(/\s+/).length > 2 ? title : null
}
