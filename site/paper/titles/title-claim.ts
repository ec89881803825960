/** Claim at the start of a title: the paper is retracted, or the work is a notice. */
export type TitleClaim =
  | { says: 'retracted' | 'withdrawn' }
  | {
      says: 'notice'
      of: 'retraction' | 'withdrawal' | 'concern' | 'correction'
      /** The title of the paper that the notice is about; null when the title does not have it. */
      about: string | null
    }

/** End of a heading, followed by the paper's own title or nothing. */
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
  // Only notices start with these words.
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
 * Parses the claim at the start of a title; null if there is none, or if it may be a finding ("Retraction of dissolution front in natural
 * porous media", "Corrections to scaling").
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

/** Removes a "retracted" or "withdrawn" prefix from a title. */
export const bareTitle = (title: string): string => {
  const heading = gone.retracted.exec(title) ?? gone.withdrawn.exec(title)
  return heading === null ? title : title.slice(heading[0].length).replace(/^[\s\W]+/u, '') || title
}

/** Extracts the paper's title from a notice's, without quotation marks and trailing reference. */
const quotedTitle = (rest: string): string | null => {
  const text = rest.trim()
  const quoted = /^["“‘„«']+(.+?)["”’»']+(?:\s*[[(,.]|$)/u.exec(text)?.[1] ?? text.replace(/^[\s\W]+/u, '')
  const title = quoted.replace(/\s*\[[^\]]*\]\s*$/u, '').trim()
  return title.split(/\s+/).length > 2 ? title : null
}
