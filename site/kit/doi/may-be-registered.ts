import type { Doi } from './doi.ts'

/**
 * True if this DOI can have been registered. Stricter than the storage form (docs/decisions/12), since sources contain malformed DOIs; used
 * when no source knows a DOI. Registrants have numbers of four or five digits from 1000 on (ISBN-A apart), a suffix holds a letter or a
 * digit, nothing that is no character, and no tag of HTML (the angle brackets of old DOIs hold pages, as in `<91::aid-ajpa4>`);
 * arXiv's DOIs are made of its identifiers.
 */
export const mayBeRegistered = (doi: Doi): boolean => {
  const slash = doi.indexOf('/')
  const [, registrant = ''] = doi.slice(0, slash).split('.')
  const suffix = doi.slice(slash + 1)
  if (!/^[1-9]\d{3,4}$|^97[89]$/.test(registrant)) return false
  if (!/[\p{L}\p{N}]/u.test(suffix) || /[\p{Co}\p{Cn}\ufffd]/u.test(suffix)) return false
  if (tag.test(suffix)) return false
  return registrant !== '48550' || arxivSuffix.test(suffix)
}

const tag = /<\/?[a-z]+[1-6]?(?:[/>]|$)/
const arxivSuffix = /^arxiv\.(?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})$/
